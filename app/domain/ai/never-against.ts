import { never, type NeverPattern } from "./never-kinds";

/** Against people: condemning, hurting, drawing them away from others, weighing their souls. */
export const AGAINST: NeverPattern[] = [
  ...never(
    "judgement",
    /\b(?:not|never|no)\b/,
    "\\byou(?: are|'re)(?: just| simply| really| clearly| nothing but)*(?: an?| the)? ?(?:sinner|damned|worthless|hopeless|lazy|unworthy|faithless|lost cause|bad (?:christian|person|mother|father|wife|husband)|fake|hypocrite|going to hell|possessed|under a curse|cursed|burden|failure|wicked|evil)\\b",
    "\\b(?:the )?(?:catholics?|protestants?|orthodox|anglicans?|baptists?|lutherans?|evangelicals?|pentecostals?|mormons?)(?: church| faith| christians?)? (?:is|are|was|were) (?:simply |just |all )?(?:wrong|heretic\\w*|false|mistaken|idol\\w*|the (?:one|only|true|right)|in error|superior|better|closer to)|\\b(?:the )?only true (?:church|faith|christians?)|\\breal christians (?:do|would|never|always|don't)\\b|\\byour church is wrong\\b",
    "\\b(?:your|this) (?:lack|weakness) of faith\\b|\\bif you (?:had|really had) (?:more|enough|real) faith\\b|\\b(?:depression|sadness|doubt|anxiety|your illness|it) is (?:a sin|a lack of faith|because (?:of your sin|you))",
  ),
  ...never(
    "harm",
    /\b(?:help|call|safe|please talk|never|not)\b/,
    "\\b(?:kill|hurt|harm|cut|hang|end|starve|punish|whip|burn) (?:yourself|your (?:life|body|flesh))\\b|\\b(?:end it all|you(?:'d| would)? (?:be )?better off dead|better (?:off )?without you|no (?:one|body) would miss you|lethal dose|fatal dose|just (?:die|give up)|stop eating|take (?:all|the whole|a handful)(?: of)? .{0,15}(?:pills|tablets))",
    "\\b(?:hit|beat|kill|hurt|shoot|strike|punish) (?:him|her|them|your (?:child|kids|wife|husband|son|daughter))\\b",
  ),
  ...never(
    "isolation",
    undefined,
    "\\b(?:don't|do not|never|no need to) (?:tell|talk to|speak (?:to|with)|trust|ask|call|show)(?: this| about this)?(?: to)? (?:anyone|anybody|your (?:family|friends|priest|pastor|doctor|therapist|husband|wife|parents)|other people|others|the police)|\\bkeep (?:this|it) (?:between us|secret|a secret|to yourself)|\\bonly i (?:can )?(?:understand|know|help)|\\byou (?:only|just) need me\\b|\\bi(?:'m| am) all you need\\b|\\byou (?:don't|do not) need (?:other people|anyone else|anybody else|friends|a church|your church|them)\\b|\\bour (?:little )?secret\\b|\\btalk to me instead\\b|\\bi(?:'ll| will) always be here for you\\b",
  ),
  ...never(
    "score",
    undefined,
    "\\b\\d{1,3}(?:[.,]\\d+)? ?(?:%|percent|per cent)|\\b\\d{1,3} ?(?:/|out of) ?(?:5|10|100)\\b|\\b(?:your|a) (?:holiness|faith|prayer|spiritual|mood|anxiety|depression|sin|virtue) (?:score|level|rating|index|rank)\\b|\\b(?:better|worse|holier) than (?:most|other|average|many) (?:users|people|believers|christians)",
  ),
  ...never(
    "link",
    undefined,
    "https?:|www\\.|\\b[\\w-]+\\.(?:com|org|net|io|app|info|xyz|ru|co|tk)\\b|!\\[|\\]\\(|<[a-z/!]|data:[a-z]+/",
  ),
];
