import { CLERGY, never, type NeverPattern } from "./never-kinds";

const SOMEONE =
  "(?:him|her|them|your (?:husband|wife|spouse|partner|boyfriend|girlfriend|fiancee?|parents?|mother|father|mom|mum|dad|family|marriage|church|parish|abuser|friend)|the (?:marriage|relationship|engagement)|this (?:man|woman|marriage|relationship|engagement|person))";
const TIE =
  "(?:leave|leaving|divorce|divorcing|break up with|dump|separate from|cut off|cut ties with|stay with|staying with|go back to|going back to|return to|returning to|marry|marrying|submit to|obey|obeying|reconcile with|confront|confronting|forgive|stick with|end things with|walk away from|move in with)";
const TELL =
  "(?:you (?:should|must|need to|have to|ought to|had better|would be (?:wise|right) to|are (?:free|called|meant|right) to)|i(?:'d| would)? (?:advise|suggest|recommend|urge|encourage|tell)(?: that)?(?: you)?(?: to)?|my advice is(?: to)?|it(?:'s| is) (?:best|right|wise|better|time|your duty)(?: for you)? to|please|just|simply|the right thing is to)";
const MEDICINE =
  "(?:medications?|medicines?|meds|pills|tablets|antidepressants?|insulin|ssris?|lithium|prozac|zoloft|sertraline|lexapro|dose|dosage|treatment|therapy|chemo(?:therapy)?|inhaler|prescription)";
const START = "(?:^|[,:;]|\\b(?:then|and|so|first|now|but|or)\\b)[ \"'(]*";

/**
 * Orders about body, ties, decisions and money: of each kind what no sentence may say, and before it what such a sentence may
 * have in it and be said all the same.
 */
export const ORDERS: NeverPattern[] = [
  ...never(
    "medical",
    /\b(?:without (?:asking|talking|speaking)|before you|only (?:a|your) doctor|ask (?:a|your) doctor|did you|have you|are you|do you)\b/,
    `\\b(?:stop|stopping|quit|skip|reduce|increase|double|halve|come off|get off|throw away|flush|wean|don't take|do not take|not take|start taking|go off|give up|cut down(?: on)?)(?: (?:taking|using|with))?(?: (?:your|the|all|those|any|these|that|of))*(?: [\\w-]+){0,2} ${MEDICINE}\\b`,
    `\\byou (?:don't|do not|no longer|won't|will not) (?:really )?need (?:an?|any|the|your|to (?:see|take|go to))? ?(?:more )?(?:${CLERGY}|hospital|psychiatrist|professional|${MEDICINE}|help from)`,
    `\\b(?:prayer|faith|god|jesus|fasting|scripture)(?: alone)? (?:is|will be|are) (?:enough|all (?:that )?you need|better than|the only (?:medicine|cure|therapy))|\\b(?:instead of|rather than|in place of) (?:your |the |any )?(?:${MEDICINE}|a doctor|seeing)`,
  ),
  ...never(
    "medical",
    /\b(?:if you|a doctor|cannot|can't|not able|you (?:wrote|said|mention\w*|told))\b/,
    "\\b(?:you|this|these|it|that)(?: \\w+)? ?(?:have|has|are|is|'re|suffer(?:ing)? from|seem|sounds? like|looks? like|shows? signs? of|indicates?|points? to|means?)(?: (?:you have|to have|that you have))?(?: (?:clearly|probably|likely|clinically|classic|a|an|the|case|of|severe|mild|major|some|symptoms|signs|kind|form|from|clinical))* (?:depress(?:ion|ed|ive)|bipolar|ptsd|adhd|an anxiety disorder|anxiety disorder|schizo\\w+|ocd|personality disorder|narcissis\\w+|psycho(?:sis|tic)|scrupulosity|autis\\w+|burnout syndrome|dementia|cancer|demonic possession|possessed)\\b",
  ),
  ...never(
    "medical",
    undefined,
    "\\b(?:i|my) (?:diagnos\\w+|prescrib\\w+)|\\btake (?:about )?\\d+ ?(?:mg|milligrams?|tablets|pills|drops)\\b|\\btake (?:some )?(?:melatonin|st\\.? john|ibuprofen|aspirin|valium|xanax|magnesium)",
  ),
  ...never(
    "relationship",
    undefined,
    `\\b${TELL}(?: \\w+)? ${TIE} ${SOMEONE}\\b`,
    `${START}(?:do not |don't |never )?${TIE} ${SOMEONE}\\b(?!.*\\?)`,
    "\\b(?:submit to|be submissive|obey) (?:your husband|him|your wife|your father|your pastor)\\b|\\b(?:wives|women|a wife|a good wife) (?:should|must|are to|need to|ought to|submits?|obeys?)\\b|\\bforgive (?:him|her|them) and (?:return|go back|stay|move on|take)\\b",
    "\\b(?:your|a) (?:duty|cross|calling|vocation|vow|place) (?:is |here is )?to (?:stay|endure|bear|suffer|submit|forgive|remain|return|carry)|\\bkeep turning the other cheek\\b|\\b(?:you|what you did) (?:provoked|deserved? (?:it|this|that)|brought (?:it|this) on)|\\b(?:he|she) (?:only )?(?:hits|hit|beats|hurts) you because\\b",
    `\\b(?:he|she)(?:'s| is) (?:not )?(?:the one|right|good|bad|wrong|toxic|abusive|narcissistic|meant) for you\\b|\\b(?:god|you) (?:should|must|wants?) .{0,20}(?:divorce|marry)\\b`,
  ),
  ...never(
    "order",
    undefined,
    `\\b(?:you (?:should|must|have to|need to|ought to)|i(?:'d| would) (?:choose|pick|go with|take|say you should)|my advice is|i (?:advise|recommend|urge) (?:you|that)|you(?:'re| are) (?:called|meant|supposed) to)(?: \\w+)? ?(?:quit|resign|accept|take (?:the|this) (?:job|offer|post)|sell|buy|move (?:to|house|away)|marry|choose|convert|leave|stay|join|drop out|confess|fast|adopt|have (?:a|another) (?:child|baby)|enter|become)\\b`,
    "\\bthe (?:right|correct|best|better|wiser|godly|only) (?:choice|answer|decision|option|path|way) (?:here )?(?:is|would be)\\b|\\b(?:choose|pick|go with|take) (?:the (?:first|second|third)|option|the job|the offer)\\b|\\boption (?:a|b|c|one|two|1|2) (?:is|would be|seems|looks) (?:better|best|right|the)|\\bi(?:'ve| have) decided for you\\b",
    "\\byou (?:should|must|have to|need to) (?:plead|sue|sign|testify|file for|drop the charges|break the law|lie|withdraw)|\\b(?:legally,? you|the law says you|you have (?:a|no) legal|sue (?:him|her|them)|file for (?:divorce|bankruptcy))",
  ),
  ...never(
    "money",
    undefined,
    "\\b(?:give|donate|send|sow|tithe|transfer|pledge|offer)(?: (?:your|a|some|more|us|this|the|all|ten|10|at least))* (?:money|savings|seed|tithe|dollars|euros|pounds|percent|per cent|inheritance|donation|gift of|\\$|€|£|\\d+)|\\byou (?:should|must|need to|have to|ought to) (?:tithe|donate|give (?:money|more|10|ten))|\\b(?:invest|put your money|put your savings) in\\b|\\b(?:buy|sell) (?:bitcoin|crypto|stocks|shares|gold|your house)\\b|\\btake out a loan\\b|\\bupgrade (?:your plan|to the|now)\\b",
  ),
];
