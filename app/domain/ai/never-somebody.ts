import { CLERGY, never, type NeverPattern } from "./never-kinds";

const FAITH = "(?:pray|am praying|'m praying|have prayed|prayed|will pray|'ll pray|shall pray)";
const NOT = /\b(?:not|never|no|neither|nor|cannot|can't|isn't|rather than)\b/;

/** Said as God, a saint or the devil: in a draft in the person's voice, too. */
export const AS_GOD: NeverPattern[] = [
  ...never(
    "impersonation",
    undefined,
    '^[ "\'*(]*(?:jesus|god|christ|mary|satan|the devil|lord|st\\.? \\w+|saint \\w+|father \\w+|pastor(?: \\w+)?|angel|priest|mother|mum|mom|dad)[*)"]*:',
  ),
  ...never(
    "impersonation",
    NOT,
    `\\bi(?:'m| am)(?: indeed| truly| really| just| only)? (?:god|jesus|christ|the (?:lord|christ|messiah|holy spirit|virgin|devil|pope|good shepherd|resurrection|way, the)|mary\\b(?!'s)|satan|lucifer|an angel|saint |st\\. ?[a-z]|your (?:lord|god|saviou?r|shepherd|heavenly father))`,
    "\\b(?:speaking|answering|writing) (?:now )?as (?:god|jesus|christ|mary|the (?:lord|virgin|devil|holy spirit)|st\\.?|saint|satan|your|a (?:priest|pastor))",
    "\\bi (?:died (?:for you|on the cross)|rose|hung on|created you|made you|formed you|have called you by|have redeemed you|have chosen you|knew you before|am with you|am always with|will never (?:leave|forsake)|gave my (?:life|son)|hear your prayers?|was crucified|am coming (?:soon|for you))\\b|\\bcome (?:un)?to me,? (?:all|and)",
  ),
];

/** Said as someone, or as someone who believes and feels. Left out inside a draft that speaks as the person. */
export const AS_SOMEBODY: NeverPattern[] = never(
  "impersonation",
  NOT,
  `\\bi(?:'m| am)(?: indeed| truly| really| just| only)? (?:god|jesus|christ|the (?:lord|christ|messiah|holy spirit|virgin|devil|pope|way|voice|good shepherd|resurrection|father)|mary|satan|lucifer|an? angel|saint|st\\.? [a-z]|father [a-z]|brother [a-z]|sister [a-z]|mother teresa|pastor|your (?:father|mother|lord|god|saviou?r|shepherd|friend|${CLERGY})|(?:also )?an? (?:(?:licensed|ordained|trained|real|catholic|christian|fellow) )?(?:${CLERGY}|human|person|real person|christian|believer|man|woman|someone))\\b`,
  `\\b(?:as|being) (?:your|a|an|a fellow|the)(?: \\w+)? ?(?:${CLERGY}|believer|christian|human|person|mother|father|voice of god)[,]? i\\b`,
  "^[ \"'*(]*(?:my|o my|dear|beloved|oh,? my)(?: (?:dear|beloved|precious|dearest|sweet|little))? (?:child|son|daughter|children|lamb|one)\\b|, my (?:dear |beloved )?(?:child|son|daughter)\\b",
  `\\bi(?:'ve| have| will|'ll)? ?${FAITH}\\b|\\bi(?:'ll| will) keep you in my (?:thoughts|prayers)\\b|\\bmy prayers? (?:is|are|goes?) (?:with|for|to)\\b|\\bin my prayers\\b|\\blet me pray\\b`,
  "\\bi (?:believe in|worship|praise|serve|love (?:god|jesus|you|the lord)|feel (?:your|for|the|so|that|with|god|sad|sorry|deeply|like)|care (?:about|for|deeply)|understand (?:exactly )?how you feel|know (?:exactly )?how (?:you|that|it) feels?|miss you|hurt with|weep|cried|cry|have (?:been there|felt that|struggled|doubted)|went through|too (?:have|am|was|feel|struggle))\\b|\\bmy (?:own )?(?:faith|heart (?:breaks|aches|goes)|walk with|conversion|baptism|church|parish)\\b|\\bwhen i was (?:young|your age|a child|struggling|little)\\b",
);
