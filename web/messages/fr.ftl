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
invite-away = Toutes les places sont prises. Absent pour l'instant : { $seats }.
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
lobby-index = Systèmes de jeu
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

## Analyses

nobody = Personne
the-others = Les autres
review-title = Analyse de { $game }
review-loading = On charge l'analyse…
review-failed = L'analyse a échoué.
review-to-game = À la partie
review-replay = Revoir la partie
review-you = vous
review-working = Un général analyse la partie
review-working-words = À chaque tour, il estime les chances ; là où elles ont changé, il cherche de meilleurs ordres. Vous pouvez quitter cette page et y revenir.
review-progress = L'analyse
review-ready = L'analyse est prête
review-curve = La courbe
review-decided = Ce qui a décidé la partie
review-moments = Tournants
review-no-moments = Aucun tournant
review-no-moments-words = Aucun tour de cette partie n'a changé les chances de cinq points ou plus.
review-fine = Un point est un centième d'une victoire certaine. Les chances sont les estimations d'un général de l'ordinateur pour deux joueurs de cette force, et les généraux peuvent se tromper.
review-chances = { $own } { $share }, { $other } { $rest }
review-swing =
    { $points ->
        [one] { $points } point pour le camp « { $side } »
       *[other] { $points } points pour le camp « { $side } »
    }
review-shares = dés { $dice }, ordres { $orders }
review-by-dice = Les dés de ce tour du camp « { $side } » en ont fait l'essentiel.
review-by-good-orders = Le camp « { $side } » a joué ce tour mieux qu'on ne pouvait s'y attendre.
review-by-bad-orders = Le camp « { $side } » aurait pu tirer davantage de ce tour.
review-whole = { $side } { $before } au début, { $after } à la fin
review-sum =
    { $points ->
        [one] { $points } point pour le camp « { $side } »
       *[other] { $points } points pour le camp « { $side } »
    }
review-sum-nobody = rien pour personne
review-sum-dice = Dés
review-sum-orders = Tours du camp « { $side } »
review-turn = Tour { $turn } du camp « { $side } »
review-range = { $before } → { $after }
review-done = Ce qui a été fait :
review-better = Mieux : { $order }
review-no-better = Aucun ordre seul n'aurait été nettement meilleur.
review-show = Montrer sur le plateau
review-show-number = Montrer sur le plateau : tournant { $number }
review-throw =
    { $points ->
        [one] { $points } point
       *[other] { $points } points
    } pour le camp « { $side } »
review-point = Tournant
review-point-back = Tournant précédent
review-point-next = Tournant suivant
review-point-close = Fermer le tournant
review-back = Retour à l'analyse
review-not-ready = L'analyse de cette partie n'est pas encore prête.
review-better-heading = Mieux
curve-label = Chances de { $own } et de { $other }, tour par tour
curve-above = { $side } en tête : au-dessus du milieu
curve-below = { $side } en tête : au-dessous du milieu
curve-decision = ordres
curve-dice = dés
curve-moment = Moment de la partie
curve-moments = Tournants sur la courbe
curve-mark = { $number }. { $words }
curve-turn = Tour { $turn }
curve-when = Tour { $turn }, au camp « { $side } » de jouer
curve-end = À la fin
curve-table = La courbe en tableau
curve-head-turn = Tour
curve-head-side = Au trait
curve-head-board = Sur le plateau
curve-last = Fin
curve-step = Étape { $step }

## Leçons, la suite

learn-setting-up = On installe le plateau…
learn-rules = Les règles
learn-rule = Règle { $case }
learn-foot = Leçon suivante
learn-your-turn = À vous.
learn-try = Essayez vous-même
learn-task = Donnez l'ordre sur le plateau : « { $order } » est ce qui a été joué ici, mais essayez ce que vous voulez et voyez ce que disent les règles.
learn-task-any = Donnez un ordre sur le plateau et voyez ce que disent les règles.
learn-play-now = Jouer { $scenario } maintenant
learn-ready-words = Le panneau à côté de la carte demande une décision à la fois et nomme sa règle. Un ordre que les règles n'admettent pas est refusé avec la raison, et rien n'est perdu. Tout peut être annulé jusqu'au dernier jet de dés.
learn-play = Jouer { $scenario }
learn-all-rules = Toutes les règles
learn-back = Retour à la leçon { $number }

## Des dés vérifiables

nonce-words = Le serveur choisit une graine secrète et en montre l'empreinte. Ce n'est qu'ensuite que votre mot est envoyé, comme celui de chaque joueur, et aucun dé ne tombe avant que tous les mots soient là : personne ne peut donc choisir une graine ou un mot commode. La partie finie, la graine est révélée et cette page refait le calcul. Votre mot, choisi à l'instant par votre navigateur :

## Places qui changent de main

give-up-title = Abandonner cette place ?
give-up-words = Le camp « { $seat } » attendra un autre joueur. La personne qui a créé la partie reçoit un nouveau lien pour en inviter un ; votre propre lien vers la place ne fonctionne plus.
give-up-stay = Rester
give-up = Abandonner
given-up = Abandonnée
seat-taken = La place est prise
seat-taken-words = Quelqu'un d'autre occupe cette place. Pour la reprendre, demandez-la : son joueur voit votre demande et décide.
seat-asked = Demande envoyée. Dès que le joueur accepte, la place est à vous ; jusque-là vous êtes spectateur.
seat-ask = Demander la place
request-label = Demande d'une place
request-yours = Quelqu'un demande à reprendre votre place « { $seat } »
request-other = Quelqu'un demande la place « { $seat } »
request-yours-words = Depuis { $device }. Si vous acceptez, vous perdez la place.
request-other-words = Son joueur décide. Après deux semaines sans lui, la personne qui a créé la partie peut décider.
request-hand-over = La céder
request-agree = Accepter
request-refuse = Refuser

## Appareils

some-time-ago = il y a quelque temps
press-copy = Appuyez sur Ctrl+C
device-qr = Le lien en code QR
device-scan = Lisez ce code avec l'autre appareil, ou ouvrez-y le lien :
device-type = Ou choisissez « J'ai un code » sur sa première page et saisissez
device-once = Il fonctionne une fois, jusqu'à { $time }. Ne le donnez à personne : qui l'ouvre peut jouer pour vous.
device-ready = Le lien est prêt
own-seats = Vos places
open-elsewhere = Ouvrir sur un autre appareil
a-browser = Un navigateur
this-device = cet appareil
last-used = dernier usage { $when }
sign-out = Déconnecter
sign-out-named = Déconnecter { $device }
open-on = sur { $device }, depuis { $when }
close-there = Y fermer
link-unused = lien pas encore utilisé, valable jusqu'à { $time }
withdraw = Retirer
code-from-device = Code de votre autre appareil
devices-words = Ouvrez toutes vos parties sur un téléphone, une tablette ou un autre ordinateur, et continuez-y.
devices-open = Ouvrir mes parties sur un autre appareil
devices-signed-in = Connectés
devices-sign-out-others = Déconnecter partout ailleurs
devices-seats = Places ouvertes ailleurs
devices-links = Liens
devices-none = Ce navigateur n'a pas encore de partie. Commencez-en une, rejoignez-en une, ou amenez ici vos parties depuis un autre appareil.
open-here-title = Ouvrir sur cet appareil ?
open-here-seat = { $seat } dans { $game }
open-here-all = toutes les parties
open-here-own = C'est l'appareil d'où vient le lien. Ouvrez-le sur un autre.
open-here-games = Ce navigateur a ses propres parties et les perdrait. Sur l'autre appareil, ouvrez la partie et choisissez « Ouvrir sur un autre appareil » pour une seule place.
open-here-words = { $from } offre { $what } à cet appareil ({ $here }). Ne continuez que si vous avez créé ce lien vous-même.
another-device = Un autre appareil
open-here = Ouvrir ici
all-your-games = Toutes vos parties

## Avant qu'un ordre soit donné

ahead-label = Avant que l'ordre soit donné
ahead-dice = Les dés tombent : on ne peut pas revenir en arrière.
ahead-reveals = Quelque chose est révélé : on ne peut pas revenir en arrière.
ahead-asks = Ensuite un autre joueur décide : on ne peut pas revenir en arrière.
ahead-ends = La partie se termine.
ahead-joins = Y rejoint { $units }
ahead-then = Ensuite :
ahead-do = Le faire
ahead-rarer = … et { $count ->
    [one] un résultat plus rare
   *[other] { $count } résultats plus rares
}
ahead-idle = En l'état, cela ne donnerait rien.
ahead-spoken = { $order }. { $facts } Entrée le fait, Échap l'annule.
cancel = Annuler
cancelled = Annulé

## Ce qu'il faut décider

prompt-label = Votre décision
prompt-no-end = La phase ne peut pas se terminer maintenant. { $question }
prompt-deciding = Qui décide
prompt-formation = Toute la formation ({ $count })
prompt-step-by-step = Pas à pas
hand-march = Marcher
hand-march-to = { $units } vers { $place }
hand-price = { $cost } de mouvement, reste { $left }
prompt-manoeuvres = Changements de front et de formation
prompt-riders = Séparément
prompt-more = … et { $count } autres : désignez-les sur la carte
prompt-deselect = Reposer
prompt-go-back = Revenir
prompt-go-back-words = Reprend ce qui a été commencé, jusqu'au moment où la phase pouvait se terminer
prompt-choices = Tous les choix ({ $count })
prompt-idle = Permis, mais cela ne donnerait rien maintenant
prompt-invite = Inviter
prompt-spectator = Vous êtes spectateur.
prompt-any-time = À tout moment vous pouvez
prompt-any-time-seat = { $seat }, à tout moment
prompt-back = Retour à la partie
counted = { $words } ({ $count })
off-the-map = hors de la carte
the-dice = Les dés
hint-stack = Cliquez sur un lieu marqué pour y marcher, ou faites glisser la pile. Le chiffre est le mouvement qui lui restera. Désélectionnez ici les pions à laisser sur place.
hint-group = { $count } unités ensemble : cliquez où { $unit } doit aller, ou faites-la glisser ; les autres gardent leur place autour d'elle.
hint-unit = { $unit } : cliquez sur un lieu marqué pour y marcher, ou faites glisser le pion. Le chiffre est le mouvement qui lui restera.
hint-caution = Un ! signale un prix ou un risque : pointez le lieu pour le lire.
hint-facing = { $unit } en { $place } : cliquez sur le coin qui montre où regarder.
hint-wedge = Un coin le fait pivoter.
hint-wedge-keys = Les touches [ et ] aussi.
hint-wheel = Tirez une extrémité pour pivoter.
hint-shift = Majuscule et clic ajoute des unités.
hint-finding = On cherche où elles peuvent aller…
hint-not-together = Ces unités ne peuvent pas marcher ensemble.
hint-one-of = { $unit } : cliquez sur l'un des lieux marqués.
hint-unit-then-place = Cliquez sur une unité marquée, puis sur un lieu.
hint-unit-or-place = Cliquez sur une unité ou un lieu marqué.
hint-place = Cliquez sur un lieu marqué.
hint-place-or-answer = Cliquez sur un lieu marqué, ou choisissez ci-dessous.
hint-place-or-farther = Cliquez sur un lieu marqué, ou plus loin pour y marcher.
hint-off-map = Elles sont hors de la carte : choisissez ci-dessous.
hint-units =
    { $count ->
        [one] Une unité est marquée : choisissez-la.
       *[other] { $count } unités sont marquées : choisissez-en une.
    }
hint-next = N passe à la suivante.
wait-dice = Les dés roulent…
wait-dice-empty = Les dés attendent que toutes les places soient prises. Envoyez le lien : { $seats }.
wait-dice-seats = Les dés attendent que la partie soit ouverte par : { $seats }.
wait-sending = On envoie votre ordre…
wait-empty = Cette place est encore libre. Envoyez le lien : { $seats }.
wait-seats = On attend : { $seats }.
wait-others = On attend l'autre camp.
replay = Revoir
replay-words = Vous regardez une position antérieure. La partie elle-même n'a pas changé.
over = La partie est finie
over-review = Analyser la partie
over-replay = Revoir la partie
over-rematch = Votre adversaire veut une revanche : prenez place
over-share = Partager, exporter, revanche
forced-only = Il n'y a rien d'autre à faire ici.
forced-stay = Attendre
forced-passed = Passé : { $orders }

## Où en est la bataille

headlines-label = Où en est la bataille
news-label = Nouvelles
news-arrived = Renforts en { $place } : { $units }

## Combat

duel-at = À
duel-hidden = { $count } face cachée
combat-label = Le combat
combat-heading = Combat
combat-reckoning = On calcule les chances…
combat-choice = Choix
combat-best = Le meilleur de tous
combat-best-of = { $order } (le meilleur)
combat-attack = Attaque
combat-defence = Défense
combat-column = Colonne
combat-follows = Ce qui peut suivre
combat-follows-sampled = Ce qui peut suivre (échantillon)
combat-nothing = Il ne se passe rien de plus
combat-average = ({ $number } en moyenne)
show-unit = Montrer { $unit }

## La table

board-loading = On déplie la carte…
board-unnamed = La partie
connection-opening = Connexion…
connection-again = Reconnexion…
connection-lost = Connexion perdue, nouvel essai…
server-answered = Le serveur a répondu { $status }.
server-away = Le serveur ne répond pas. Il est peut-être arrêté ; la page continue d'essayer.
close = Fermer
dismiss = Fermer
unknown = inconnu
map-label = Carte
map-words = Carte : { $game }. Les flèches déplacent un curseur, Entrée agit à cet endroit, N passe à la prochaine unité qui peut agir, S lit un résumé à voix haute, le point d'interrogation donne toutes les touches.
tool-hide = Cacher les pions (H)
tool-nearer = Agrandir (+)
tool-farther = Réduire (−)
tool-whole-map = Toute la carte (0)
tool-next = Prochaine unité qui peut agir (N)
tool-replay = Revoir (R)
tool-rules = Règles (B)
tool-help = Aide (?)
grip-label = Journal, forces et pistes
aside-label = Ordres et journal
side-label = Journal et forces
tab-log = Journal
tab-tracks = Pistes
tab-forces = Forces
tab-notes = Notes
counters-hidden = Pions cachés
counters-shown = Pions montrés
counter-face-down = Un pion face cachée
score-of = Points : { $seat }
level-of = { $value } sur { $start }
force-sum = { $standing } unités sur { $all }, force { $strength }
force-units = Unités
track-now = maintenant
boxes-none = Aucune
table-nothing = Rien.
case-chart = table
card-stack = { $count ->
        [one] Une unité
       *[other] { $count } unités
    }, { $strength }
strength-sum = force { $sum }
strength-more = force { $sum }, et d'autres inconnues
strength-unknown = force inconnue
card-moves = mouvement { $points }
card-face-down = { $nation }, face cachée
card-commander = sous { $name }
card-when = Se joue { $when }.
card-not-own = Cette moitié est à l'autre camp : vous ne pouvez pas vous en servir.
card-play = La jouer maintenant
card-none = Vous n'avez pas de carte.
card-target = Cible
place-empty = vide
place-offered = possible : { $offers }
menu-goes = Choisir où va { $unit }
menu-label = Ce que vous pouvez faire ici
roll-label = Le dernier jet
roll-close = Fermer le résultat
die-label = { $face } sur un dé à { $faces } faces
step-back = Un pas en arrière
step-forward = Un pas en avant
think-words = Réfléchit
think-time = Temps utilisé
think-seconds = { $used } sur { $budget } s
think-spoken = { $general } réfléchit pour : { $seat }
think-computer = L'ordinateur

## Choisir et marcher

hand-select-those = Choisir ceux qui sont en { $place }
hand-goes-along = { $unit } accompagne.
hand-without = Sans { $unit }
hand-selected =
    { $count ->
        [one] Une unité choisie
       *[other] { $count } unités choisies
    }
hand-fan = { $units }. Choisissez.
hand-nothing = Rien à faire sur la carte
tray-label = Unités en marche
tray-marches = marche
tray-stays = reste
way-label = Le chemin
reach-and-more = { $unit } et { $count } autres
reach-to-facing = { $units } vers { $place }, face { $facing }
reach-left = reste { $left }
reach-must-stop = Doit s'y arrêter :
reach-barred = Ne peut pas entrer en { $place }
reach-refused = interdit, règle { $case } : { $facts }
reach-spoken =
    { $barred ->
        [0] { $units } : { $count } lieux à portée
       *[other] { $units } : { $count } lieux à portée, { $barred } interdits
    }
turn-cannot = Cette unité ne peut pas pivoter maintenant
turn-whom = Choisissez d'abord une unité
turn-not-right = Elle ne peut pas pivoter à droite
turn-not-left = Elle ne peut pas pivoter à gauche
turn-many = { $count } orientations possibles. Les crochets les parcourent, Entrée prend { $facing }.
facing-n = nord
facing-nne = nord-nord-est
facing-ne = nord-est
facing-e = est
facing-se = sud-est
facing-sse = sud-sud-est
facing-s = sud
facing-ssw = sud-sud-ouest
facing-sw = sud-ouest
facing-w = ouest
facing-nw = nord-ouest
facing-nnw = nord-nord-ouest
order-late = La partie a changé avant l'arrivée de votre ordre. Regardez la carte et recommencez.
order-no-answer = Pas encore de réponse du serveur ; nouvel essai.
refused-title = Les règles l'interdisent
refused-show = Montrer la règle et un exemple
refused-spoken = Refusé. Règle { $cases }. { $facts }
check-must = Doivent encore agir
check-away = En attente hors de la carte
check-able =
    { $count ->
        [one] Une unité peut encore agir
       *[other] { $count } unités peuvent encore agir
    }
check-not-yet = Pas encore

## Annuler, refaire, revenir

undo-tool = Annuler (U)
redo-tool = Refaire (Maj+U)
redo = Refaire
reset-tool = Annuler tout le tour, jusqu'au dernier jet de dé
takeback-tool = Revenir avant un jet de dé
takeback-label = Demande de retour
undo-barrier = On ne peut annuler ni un jet de dé, ni une révélation, ni une question posée à un autre joueur.
undo-in-the-past = Vous regardez une position passée ; revenez d'abord à la partie.
undo-spectator = Vous êtes spectateur ; seuls les joueurs peuvent le faire.
undo-nothing = vous n'avez rien à annuler
redo-nothing = Rien à refaire.
undone = Annulé
redone = Refait
reset-done = Annulé, jusqu'au dernier jet de dé ou à la dernière question posée à un autre joueur.
takeback-pending = Une demande de retour est en attente.
takeback-nothing = Rien ne s'est encore passé.
takeback-further = Demander à revenir plus loin
takeback-title = Reprendre votre dernier ordre ?
takeback-words = La partie revient avant votre dernier ordre.
takeback-words-now = La partie revient avant votre dernier ordre ; on en est à : { $now }.
takeback-words-since = Tout ce qui a suivi est repris avec lui.
takeback-words-others = Tout ce qui a suivi est repris avec lui, les coups adverses aussi ({ $seats }).
takeback-words-dice = Les dés ne retomberont pas de la même façon.
takeback-must-agree = Il faut l'accord de : { $seats }.
takeback-keep = Continuer à jouer
takeback-ask = Le demander
takeback-do = Le reprendre
takeback-done = On est revenu avant le dernier ordre. Les anciens jets ne se répètent pas : le prochain sera nouveau.
takeback-sending = Envoi de votre réponse…
takeback-by = Demande de retour : { $seat }
takeback-waiting = Retour demandé : on attend { $seats }
takeback-fine = Un seul refus met fin à la demande.

## L'écran passe à un autre joueur

handover-pass = Passez l'écran à
handover-label = Passez l'écran : { $seat }
handover-hidden = Ce qui est caché se montre quand vous appuyez sur le bouton.
handover-ready = Je suis prêt
handover-note = Désormais, me prévenir seulement
handover-decides = À décider : { $seat }

## Ce que l'autre camp a fait

watch-label = Ce que l'autre camp a fait
watch-pause = Pause
watch-resume = Reprendre
watch-skip = Passer
watch-again = Ce qu'ils ont fait
watch-moved =
    { $count ->
        [one] 1 unité a marché
       *[other] { $count } unités ont marché
    }
watch-rolls =
    { $count ->
        [one] 1 jet
       *[other] { $count } jets
    }
watch-gone-many = { $count } hors de la carte
watch-gone = hors de la carte : { $units }

## Journal, discussion, lettres, notes

log-whose = Lignes de qui
log-both = Les deux camps
log-words = Unité ou lieu
log-about = Lignes sur une unité ou un lieu
log-since =
    { $count ->
        [one] Depuis votre dernière visite : 1 ligne
       *[other] Depuis votre dernière visite : { $count } lignes
    }
log-step = Pas à pas
log-next = Suivante (encore { $count })
log-all = C'est tout
chat-placeholder = Écrire aux autres joueurs
chat-label = Discussion
chat-say = Dire
chat-earlier = Messages précédents
chat-letters = On ne discute pas dans cette partie ; les joueurs d'un camp s'écrivent des lettres.
letters-title = Lettres
letters-label = La lettre de ce tour
letters-open = Pas encore cachetée
letters-sealed = Cachetée pour ce tour
letters-none = Pas de lettre ce tour-ci
letters-turn = tour { $turn }
letters-words = Une lettre par tour, pour : { $seats }. Elle se lit quand le tour est fini ; jusque-là vous pouvez la changer.
letters-seal = Cacheter la lettre
notes-title = Notes privées
notes-placeholder = Votre plan, pour vous seul.
notes-shared = Notes de cet écran : tous ceux qui s'en servent peuvent les lire.
notes-players = Seuls les joueurs ont des notes.
notes-saved = Enregistré
notes-saving = Enregistrement…
notes-failed = Pas enregistré ; nouvel essai à la prochaine frappe
notes-loading = Lecture de vos notes…

## Calques, conseils, résumé à voix haute

overlays-title = Calques
overlays-tool = Calques (O), le suivant (Z)
overlays-one = Calque
overlays-nothing = Rien
overlays-none = Cette partie n'a pas de calques
overlays-click-unit = Cliquez sur une unité.
overlays-click-places = Cliquez sur le premier lieu, puis sur le second.
overlays-no-unit = Il n'y a pas d'unité là ; cliquez sur une unité.
overlays-second = De { $from } à … : cliquez sur le second lieu.
overlays-calculating = Calcul…
overlays-no = Pas de calque
overlays-empty = Rien à montrer.
overlays-another = Une autre ligne
overlays-point = Pointez un lieu pour savoir pourquoi.
hints-label = Conseil
hints-ask = Demander conseil
hints-not-now = Pas de conseil pour le moment
hints-looking = Un général regarde la position
hints-would = Un général ferait
hints-none = Pas de conseil
hints-close = Fermer le conseil
hints-nothing = Il n'y a rien à décider ici.
hints-fine = 100 % : une victoire certaine, 50 % : une partie égale, selon un général.
hints-expects = espère { $share }
hints-better =
    { $points ->
        [one] 1 point de mieux que sans lui
       *[other] { $points } points de mieux que sans lui
    }
hints-worse =
    { $points ->
        [one] 1 point de moins que le meilleur
       *[other] { $points } points de moins que le meilleur
    }
hints-same = à peu près aussi bon que l'autre choix
spoken-nation =
    { $count ->
        [one] { $nation } : 1 unité sur la carte, force { $strength }
       *[other] { $nation } : { $count } unités sur la carte, force { $strength }
    }
spoken-score = Points de victoire : { $scores }
spoken-level = { $name } { $value } sur { $start }
spoken-last = En dernier : { $line }
spoken-idle = Vous n'avez rien à décider.
spoken-offers = Unités qui peuvent agir : { $units } ; lieux : { $places }.

## Aide

help-title = Comment jouer sur cette page
help-words = Le panneau à côté de la carte dit ce qu'il faut décider, et selon quelle règle. Ce dont vous pouvez vous servir est marqué d'or sur la carte. Essayez tout : un ordre que les règles interdisent est refusé avec la règle, la raison et un exemple, et rien n'est perdu.
help-reset = Annuler tout le tour
help-takeback = Demander un retour
help-summary = Lire un résumé à voix haute
help-playing = Jouer
help-looking = Regarder
keys-click = Clic sur une unité marquée
keys-shift-click = Maj+clic, Maj+glisser
keys-arrows = Flèches
keys-enter = Entrée
keys-space = Espace
keys-undo = U, Maj+U
keys-escape = Échap
keys-wheel = Molette, pincement, + et −
keys-drag = Glisser, Maj+flèches
help-click = montre où elle peut aller et le mouvement qui lui restera ; cliquez sur un lieu ou faites glisser l'unité
help-several = plusieurs unités ensemble
help-formation = toute la formation de l'unité choisie
help-next = unité suivante et précédente qui peut agir
help-cursor = curseur sur la carte
help-enter = agir où est le curseur ; avec Maj, ajouter au groupe
help-space = ce qui s'y trouve
help-end = finir la phase, après un regard sur ce qui reste à faire
help-undo = annuler et refaire, jusqu'au dernier jet de dé ou à la décision d'un autre joueur
help-turn = faire pivoter l'unité choisie à gauche ou à droite ; ou cliquer sur un coin à côté d'elle
help-advice = demander conseil à un général
help-escape = reposer, fermer ; passer les coups de l'autre camp
help-buttons = aller aux boutons
help-zoom = agrandir et réduire
help-move = déplacer la carte
help-whole = toute la carte
help-hide = cacher les pions
help-overlays = calques : en choisir un, montrer le suivant
help-log = journal
help-rules = règles
help-replay = revoir la partie
help-aloud = lire un résumé de la carte à voix haute
help-this = cette page

## Revoir la partie

replay-step = Pas
replay-play = Lecture (Espace)
replay-pause = Pause (Espace)
replay-speed = Vitesse
replay-turn-back = Tour précédent (Page préc.)
replay-turn-on = Tour suivant (Page suiv.)
replay-back = Un pas en arrière (gauche)
replay-forward = Un pas en avant (droite)
replay-link = Copier un lien vers ce moment
replay-save = Enregistrer la partie dans un fichier
replay-sandbox = Ouvrir cette position dans le bac à sable
replay-branch = Continuer d'ici dans une nouvelle partie
replay-leave = Retour à la partie (Échap)
replay-as = Vu par
replay-branched = Une nouvelle partie commence ici, avec de nouveaux dés.
replay-copied = Lien vers ce moment copié. Tous ceux qui peuvent voir la partie peuvent l'ouvrir.
replay-the-link = Le lien vers ce moment :
replay-left = De retour dans la partie
