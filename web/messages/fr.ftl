# Les mots de la page en français. Ce qui manque se dit en anglais.

## Noms des joueurs

name-label = Votre nom
name-placeholder = Comment les autres vous appellent
somebody = Quelqu'un
all-games = Toutes les parties

## Inviter des amis

invite-title = Invitez votre adversaire
invite-preparing = On cachette l'invitation…
invite-how = Envoyez ce lien à qui doit commander le camp « { $seat } ». La première personne qui l'ouvre prend la place.
invite-link = Lien
invite-qr = L'invitation pour « { $seat } » en code QR
invite-code-before = Ou dictez le code
invite-code-after = à saisir sur la première page, sous « J'ai un code ».
invite-send = Envoyer le lien
invite-send-title = Une partie de Sabretache
invite-local = Seule cette machine peut atteindre la partie : les liens fonctionnent dans d'autres fenêtres d'ici. Pour jouer avec quelqu'un d'ailleurs, lancez le programme avec --listen et --public-url.
invite-spectators = Un lien pour les spectateurs
invite-spectators-words = Les spectateurs ne voient que ce qui est public. Ils ne prennent pas de place.
invite-waiting = On attend : { $seats }. Aucun dé ne tombe avant que toutes les places soient prises.
invite-complete = Tout le monde est là.
invite-go = À la bataille
invite-go-anyway = À la table en attendant
seat-yours = Vous
seat-open = encore personne
seat-friend = un autre joueur
seat-random = ordres au hasard
seat-here = est là
seat-away = est absent

## Derrière une invitation

invited-looking = On ouvre l'invitation…
invited-title = Vous êtes invité : { $game }
invited-by = { $player } vous demande de commander le camp « { $seat } ».
invited-by-somebody = On vous demande de commander le camp « { $seat } ».
invited-accept = Commander : { $seat }
invited-look-on = Regarder seulement
invited-fine = Pas besoin de compte : ce navigateur garde votre place. Vous pourrez l'ouvrir plus tard sur votre téléphone, depuis la partie.

## À la table

company-label = Joueurs
company-you = vous
company-asked = doit décider
company-turn = doit décider
company-watching =
    { $count ->
        [one] un spectateur
       *[other] { $count } spectateurs
    }
company-came = { $player } a pris la place : { $seat }.
presence-open = la place est libre
presence-here = là en ce moment
presence-away = absent
tab-your-turn = ● À vous · { $game }
notice-title = À vous : { $game }
call-legend = Sons et avis
call-sound = Sons : dés, marches, canons, et un appel quand c'est à vous
call-notify = Une notification quand c'est à vous
call-denied = Le navigateur n'autorise pas les notifications de cette page. Cela se change dans ses réglages.
welcome-label = Votre camp
welcome-title = Vous commandez : { $seats }
welcome-opposite = { $player } commande le camp « { $seat } ».
welcome-your-turn = C'est à vous : le panneau à côté de la carte dit ce qu'il faut décider.
welcome-their-turn = Ce n'est pas encore à vous. Regardez la carte ; le panneau à côté vous dira quand ce sera votre tour.
welcome-go = À la carte

## Un code

code-button = J'ai un code
code-title = Un code d'un ami, ou de votre autre appareil
code-words = Saisissez les huit lettres et chiffres qu'on vous a donnés.
code-unknown = Ce code n'est pas valable, ou ne l'est plus. Une invitation finit quand la place est prise ; un code pour un autre appareil vaut un quart d'heure.
code-label = Code
code-open = Ouvrir

## Réglages

settings-title = Réglages
language-label = Langue
language-auto = Comme le navigateur
settings-light = Lumière
settings-as-system = Comme le système
settings-day = Jour
settings-night = Nuit
settings-text-size = Taille du texte
settings-small = Petit
settings-normal = Normal
settings-large = Grand
settings-largest = Très grand
settings-symbols = Symboles des pions
settings-period = D'époque
settings-nato = OTAN
settings-numbers = Numéros des hexagones
settings-shown = Affichés
settings-hidden = Cachés
settings-motion = Pions
settings-animated = Animés
settings-instant = Immédiats
settings-watch = Coups de l'adversaire
settings-slow = Lents
settings-fast = Rapides
settings-handover = Quand on partage l'écran
settings-cover = Couvrir le plateau
settings-notify = Prévenir seulement

## Leçons

coach-label = Leçon
coach-count = { $number } sur { $count }
coach-fold = Plier ou déplier la leçon
coach-show = Montrez-moi
coach-again = Recommencer
coach-next = Leçon suivante
coach-ready = Je suis prêt
coach-leave = Quitter la leçon
learn-title = Leçons : { $title }
learn-heading = Apprendre { $title }
learn-list = Leçons
learn-done = (apprise)
learn-battle = À la bataille
learn-count = Leçon { $number } sur { $count }
learn-begin = Commencer la leçon
learn-begin-again = Rejouer la leçon
learn-previous = Leçon précédente
learn-next = Leçon suivante
learn-ready = Vous êtes prêt

## La première page

lobby-loading = On déroule les cartes…
lobby-games = Vos parties
lobby-new-players = Nouveaux joueurs
lobby-tools = Bac à sable et fichiers
lobby-motto = Batailles du temps du cheval et du mousquet, où chaque règle est appliquée et expliquée
lobby-drop = Déposez la partie ici
lobby-foot = Noms de lieux : GeoNames (CC BY 4.0). Caractères : EB Garamond et Alegreya Sans (OFL). Sans compte ; rien ne quitte cette machine sans que vous invitiez quelqu'un.
devices-title = Appareils
lobby-sandbox = Bac à sable
lobby-import = Importer une partie
lobby-import-hint = Ou déposez le fichier n'importe où sur cette page
lobby-newcomer = Vous débutez ?
lobby-newcomer-words = { $count } courtes leçons sur le plateau enseignent { $title }. Rien à lire.
lobby-start-lessons = Commencer les leçons
lobby-shelf-tools = Règles et leçons de { $title }
lobby-rules = Règles
lobby-lessons =
    { $ready ->
        [0] { $count ->
            [one] Une leçon
           *[other] { $count } leçons
        }
       *[other] Leçons, { $ready } sur { $count }
    }
lobby-play-named = Jouer { $scenario }
lobby-play = Jouer
lobby-sandbox-named = { $scenario } dans le bac à sable
lobby-against = Contre : { $general }
deploying = Déploiement…
lobby-quick = Départ rapide : vous jouez « { $seat } »
lobby-quick-named = { $scenario }, départ rapide : vous jouez « { $seat } » contre { $general }
lobby-yours =
    { $count ->
        [one] Une vous attend
       *[other] { $count } vous attendent
    }
lobby-finished =
    { $count ->
        [one] Une partie terminée
       *[other] { $count } parties terminées
    }
lobby-older = Montrer les parties plus anciennes
state-over = Terminée
state-yours = À vous
state-waiting = On attend : { $seats }
state-running = En cours
just-now = à l'instant
row-you = vous : { $seats }
row-spectator = spectateur
row-turn = Tour { $turn }
row-unverified = dés non vérifiés
row-review = Analyse
row-rematch = Revanche de { $game }, camps échangés
row-export = Exporter { $game }
row-delete = Supprimer { $game }
delete-title = Supprimer cette partie ?
delete-words = { $game }, tour { $turn }, sera supprimée pour tous ses joueurs. Vous pouvez d'abord l'exporter et l'importer de nouveau plus tard.
delete-export = Exporter d'abord
delete-keep = La garder
delete-now = Supprimer
deleted = Supprimée
imported = Importée. Ses dés sont marqués comme non vérifiés.

## Une nouvelle partie

by-here = Vous
by-here-hint = à cet écran
by-link = Un ami
by-link-hint = sur invitation
by-general = Un général
by-general-hint = ordinateur
by-random = Hasard
by-random-hint = n'importe quel ordre permis
nonce-label = Votre mot pour les dés
nonce-summary = Des dés vérifiables
nonce-another = En choisir un autre
swap-sides = Échanger les camps
general-of = Le général du camp « { $seat } »
general-level = Niveau
general-style = Style
you-play = Vous jouez : { $seats }
swapped = Échangés
read-on = Lire la suite
rules-options = Options de règles ({ $count })
start = Commencer
not-now = Pas maintenant

## Partage

share-title = Inviter et partager
share-open = Personne n'a encore pris la place : { $seats }.
share-taken = est prise : { $player }
share-spectators = Spectateurs
share-fine = La première personne qui ouvre le lien d'une place la prend. Les spectateurs ne voient que ce qui est public. Aucun dé ne tombe avant que toutes les places soient prises.
share-owner-only = Seul le joueur qui a créé la partie peut en inviter d'autres.
export = Exporter
rematch-go = À la revanche
rematch-ask = Revanche, camps échangés
check-dice = Vérifier les dés
copy = Copier
copied = Copié

## Quand il n'y a rien à montrer

invitation-unusable = Cette invitation ne peut pas servir
to-the-battlefields = Aux champs de bataille
no-such-page = Hors de la carte
no-such-page-words = Il n'y a pas de page à cette adresse.
request-failed = L'estafette n'est pas arrivée
request-refused = Votre demande pour la place « { $seat } » a été refusée
request-not-given = Vous n'avez pas obtenu la place « { $seat } »
request-refused-words = Son joueur garde la place.
request-handed-over-words = Son joueur l'a cédée à une autre personne qui la demandait.
request-given-up-words = Son joueur l'a abandonnée. La personne qui a créé la partie a une nouvelle invitation.
request-close = Fermer
request-own = Vous avez demandé la place « { $seat } »
request-own-words = Son joueur décide. Vous verrez la réponse ici.
request-withdraw = Retirer la demande
open-seats = Places sans joueur
open-seat-nobody = encore personne
open-seat-random = coups au hasard
open-seat-level = Un général pour « { $seat } »
open-seat-general = Laisser jouer un général
open-seat-invite = Inviter plutôt un joueur
settings-ahead = Ordres qu'on ne peut pas annuler
settings-shown-first = Montrés d'abord
settings-given-at-once = Donnés tout de suite
settings-pass = Questions à une seule réponse
settings-passed-over = Passées
settings-asked = Posées
