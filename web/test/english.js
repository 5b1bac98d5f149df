// @ts-check
// The words of the page, for tests: English, as it is written.

import { readFileSync } from "node:fs";
import { speakIn } from "../js/words.js";

speakIn([["en", readFileSync(new URL("../messages/en.ftl", import.meta.url), "utf8")]]);
