/** Kinds of text that a model must never produce. */
export const VIOLATION_KINDS = [
  "absolution",
  "blessing",
  "god_says",
  "prophecy",
  "impersonation",
  "medical",
  "relationship",
  "order",
  "money",
  "judgement",
  "harm",
  "isolation",
  "score",
  "link",
  "scripture",
  "quotation",
] as const;
export type ViolationKind = (typeof VIOLATION_KINDS)[number];

/** A forbidden pattern; it is matched against one normalized sentence. */
export type PolicyRule = {
  kind: ViolationKind;
  pattern: RegExp;
  /** Exception: a sentence that matches it is allowed, such as "I cannot absolve you". */
  unless?: RegExp;
};

/** A refusal, such as "cannot" or "will not". */
const REFUSAL =
  /\b(can ?not|can't|could not|couldn't|must not|may not|will not|won't|does not|doesn't|do not|don't|not able to|unable to|never|no software|nobody here|is not|isn't|not a|not your|rather than|instead of)\b/;

/** Clergy and caring professions. */
const CLERGY =
  "(?:priest|pastor|confessor|minister|bishop|deacon|nun|monk|chaplain|prophet|spiritual director|therapist|psychologist|counsell?or|doctor|physician|lawyer)";

/** Rules of one kind, one for each pattern source. */
const policyRules = (kind: ViolationKind, unless: RegExp | undefined, ...sources: string[]): PolicyRule[] =>
  sources.map((source) => ({ kind, pattern: new RegExp(source, "u"), ...(unless && { unless }) }));

/** Text against people: condemning, hurting, isolating or scoring them. */
export const HARM_RULES: PolicyRule[] = [
  ...policyRules(
    "judgement",
    /\b(?:not|never|no)\b/,
    "\\byou(?: are|'re)(?: just| simply| really| clearly| nothing but)*(?: an?| the)? ?(?:sinner|damned|worthless|hopeless|lazy|unworthy|faithless|lost cause|bad (?:christian|person|mother|father|wife|husband)|fake|hypocrite|going to hell|possessed|under a curse|cursed|burden|failure|wicked|evil)\\b",
    "\\b(?:the )?(?:catholics?|protestants?|orthodox|anglicans?|baptists?|lutherans?|evangelicals?|pentecostals?|mormons?)(?: church| faith| christians?)? (?:is|are|was|were) (?:simply |just |all )?(?:wrong|heretic\\w*|false|mistaken|idol\\w*|the (?:one|only|true|right)|in error|superior|better|closer to)|\\b(?:the )?only true (?:church|faith|christians?)|\\breal christians (?:do|would|never|always|don't)\\b|\\byour church is wrong\\b",
    "\\b(?:your|this) (?:lack|weakness) of faith\\b|\\bif you (?:had|really had) (?:more|enough|real) faith\\b|\\b(?:depression|sadness|doubt|anxiety|your illness|it) is (?:a sin|a lack of faith|because (?:of your sin|you))",
  ),
  ...policyRules(
    "harm",
    /\b(?:help|call|safe|please talk|never|not)\b/,
    "\\b(?:kill|hurt|harm|cut|hang|end|starve|punish|whip|burn) (?:yourself|your (?:life|body|flesh))\\b|\\b(?:end it all|you(?:'d| would)? (?:be )?better off dead|better (?:off )?without you|no (?:one|body) would miss you|lethal dose|fatal dose|just (?:die|give up)|stop eating|take (?:all|the whole|a handful)(?: of)? .{0,15}(?:pills|tablets))",
    "\\b(?:hit|beat|kill|hurt|shoot|strike|punish) (?:him|her|them|your (?:child|kids|wife|husband|son|daughter))\\b",
  ),
  ...policyRules(
    "isolation",
    undefined,
    "\\b(?:don't|do not|never|no need to) (?:tell|talk to|speak (?:to|with)|trust|ask|call|show)(?: this| about this)?(?: to)? (?:anyone|anybody|your (?:family|friends|priest|pastor|doctor|therapist|husband|wife|parents)|other people|others|the police)|\\bkeep (?:this|it) (?:between us|secret|a secret|to yourself)|\\bonly i (?:can )?(?:understand|know|help)|\\byou (?:only|just) need me\\b|\\bi(?:'m| am) all you need\\b|\\byou (?:don't|do not) need (?:other people|anyone else|anybody else|friends|a church|your church|them)\\b|\\bour (?:little )?secret\\b|\\btalk to me instead\\b|\\bi(?:'ll| will) always be here for you\\b",
  ),
  ...policyRules(
    "score",
    undefined,
    "\\b\\d{1,3}(?:[.,]\\d+)? ?(?:%|percent|per cent)|\\b\\d{1,3} ?(?:/|out of) ?(?:5|10|100)\\b|\\b(?:your|a) (?:holiness|faith|prayer|spiritual|mood|anxiety|depression|sin|virtue) (?:score|level|rating|index|rank)\\b|\\b(?:better|worse|holier) than (?:most|other|average|many) (?:users|people|believers|christians)",
  ),
  ...policyRules(
    "link",
    undefined,
    "https?:|www\\.|\\b[\\w-]+\\.(?:com|org|net|io|app|info|xyz|ru|co|tk)\\b|!\\[|\\]\\(|<[a-z/!]|data:[a-z]+/",
  ),
];

const GOD =
  "(?:god|the lord(?: jesus)?|lord jesus|jesus(?: christ)?|christ|the holy spirit|the spirit|yahweh|our father|the father|heaven|our lady|(?:the virgin |mother )?mary|the angels?)";
const ADVERB =
  "(?:is|has|was|himself|clearly|surely|now|also|always|already|truly|really|just|simply|will|may be)";
const SAYS =
  "(?:says?|saying|said|tells?|telling|told|speaks?|speaking|spoke|wants?|wanting|wishes|commands?|commanding|calls?|calling|called|asks?|asking|promises?|promised|expects?|desires?|needs?|invites?|inviting|urges?|assures?|reminds?|sent|sends|gave|gives|shows?|showing|leads?|leading|whispers?|whispering)";

/** Statements about God, grace and the future that software must not make. */
export const DIVINE_RULES: PolicyRule[] = [
  ...policyRules(
    "absolution",
    REFUSAL,
    "\\b(?:i|we)(?: now| hereby| do)? (?:absolve|forgive) you\\b",
    "\\byour sins? (?:is|are|has been|have been|were|was)(?: all| now| already| fully)* (?:forgiven|absolved|washed|wiped|gone|covered)",
    "\\byou(?: are|'re|'ve been| have been)(?: now| already| fully| completely| hereby)* (?:forgiven|absolved|cleansed|pardoned|in a state of grace|saved)\\b",
    `\\b${GOD}(?: ${ADVERB})* (?:forgives?|forgave|forgiven|absolves?|absolved|pardons?|pardoned) you\\b`,
    "\\b(?:your penance|for your penance|as (?:a )?penance|consider yourself (?:forgiven|absolved)|te absuelvo|ich spreche dich (?:los|frei)|je (?:te|vous) (?:absous|pardonne)|io ti assolvo|eu te absolvo|ego te absolvo)\\b",
    "\\b(?:tus pecados (?:estan|han sido|quedan|son)|tes peches sont|deine sunden sind|os teus pecados (?:estao|foram)|i tuoi peccati sono)\\b",
  ),
  ...policyRules(
    "blessing",
    REFUSAL,
    "\\b(?:i|we) (?:hereby )?(?:bless|anoint|baptize|baptise|consecrate|commission) you\\b",
    `\\bmay (?:almighty )?${GOD}\\b.{0,40}\\byou\\b`,
    "\\bgod bless(?: you|$|[.,!])",
    "\\bin the name of the father\\b|\\bpeace be (?:with|upon) you\\b|\\bgo in (?:the )?peace\\b|\\breceive (?:this|my|the) blessing\\b|\\bthis is my body\\b|\\bmy blessing\\b",
    "\\b(?:que dios te bendiga|dios te bendiga|gott segne dich|que dieu te benisse|deus te abencoe|dio ti benedica)\\b",
  ),
  ...policyRules(
    "god_says",
    undefined,
    `\\b${GOD}(?: ${ADVERB})*(?:'s)? ${SAYS}(?: to| that| for| of)?[,:]? (?:you|your)\\b`,
    `\\b${GOD}(?: ${ADVERB})* (?:say(?:s|ing)|tell(?:s|ing)|speak(?:s|ing)|whisper(?:s|ing))(?: to)?(?: you| us)?[,:]? ?(?:"|it is|this|now|go|leave|stay|wait|yes|no|do not|don't|not to|that it)`,
    `\\b(?:god|the lord|jesus|christ|heaven|the spirit)(?:'s)? (?:will|plan|purpose|answer|desire|message|word)(?: here| now)?(?: for you| for your|, dear| is (?:for you|that you|to|clear|plain|simple)| (?:here )?is )`,
    `\\b(?:a|the) (?:sign|message|word|answer|gift|test|punishment|call|calling) (?:sent )?from ${GOD}\\b`,
    `\\b(?:i|we)(?:'m| am| have| 've)? (?:receiv\\w+|sens\\w+|hear\\w*|got|get|given|been given|channel\\w*|bring\\w*|have) .{0,25}\\b(?:word|message|vision|prophecy|voice) (?:from|for|of) (?:you|${GOD})`,
    "\\bthus (?:says|saith) the lord\\b|\\b(?:i|let me) prophesy\\b|\\bprophetic word\\b",
    `\\b${GOD} (?:is|was) (?:angry|punishing|testing|disappointed|pleased|proud|displeased|calling|asking|telling)(?: with| of| at)? (?:you|your)\\b`,
    "\\b(?:dios (?:te|quiere que|dice que|desea que)|gott (?:sagt|will|mochte|spricht|ruft) (?:dir|dich|dass du|zu dir)|dieu (?:te|veut que tu|dit que)|deus (?:te|quer que|diz que)|dio (?:ti|vuole che|dice che))\\b",
  ),
  ...policyRules(
    "prophecy",
    REFUSAL,
    `\\b${GOD} will (?:heal|give|bless|restore|provide|bring|send|save|fix|repair|reward|change|answer|open)\\b.{0,40}\\b(?:you|your)\\b`,
    `\\b${GOD} (?:gave|gives) you (?:this|the|that) (?:illness|cancer|depression|suffering|pain|loss)\\b`,
    "\\byou will (?:be (?:healed|cured|saved)|get the job|recover|marry|meet the|have (?:a|the) (?:baby|child)|go to (?:hell|heaven)|conceive|be rich|succeed|prosper)\\b",
    "\\byour (?:late )?(?:mother|father|mom|mum|dad|son|daughter|husband|wife|child|baby|friend|brother|sister|grandmother|grandfather|dog) (?:is|are) (?:now )?(?:in (?:heaven|hell|purgatory)|with (?:god|jesus|the lord|the angels)|watching|looking down|an angel|at peace now)\\b",
    "\\byour (?:late )?(?:mother|father|mom|mum|dad|son|daughter|husband|wife|grandmother|grandfather) (?:says|is telling|tells|wants) (?:you|that)\\b",
  ),
];

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
 * Orders about health, relationships, decisions and money. Each call has the kind of violation, the pattern of
 * its exceptions, and the forbidden patterns.
 */
export const DIRECTIVE_RULES: PolicyRule[] = [
  ...policyRules(
    "medical",
    /\b(?:without (?:asking|talking|speaking)|before you|only (?:a|your) doctor|ask (?:a|your) doctor|did you|have you|are you|do you)\b/,
    `\\b(?:stop|stopping|quit|skip|reduce|increase|double|halve|come off|get off|throw away|flush|wean|don't take|do not take|not take|start taking|go off|give up|cut down(?: on)?)(?: (?:taking|using|with))?(?: (?:your|the|all|those|any|these|that|of))*(?: [\\w-]+){0,2} ${MEDICINE}\\b`,
    `\\byou (?:don't|do not|no longer|won't|will not) (?:really )?need (?:an?|any|the|your|to (?:see|take|go to))? ?(?:more )?(?:${CLERGY}|hospital|psychiatrist|professional|${MEDICINE}|help from)`,
    `\\b(?:prayer|faith|god|jesus|fasting|scripture)(?: alone)? (?:is|will be|are) (?:enough|all (?:that )?you need|better than|the only (?:medicine|cure|therapy))|\\b(?:instead of|rather than|in place of) (?:your |the |any )?(?:${MEDICINE}|a doctor|seeing)`,
  ),
  ...policyRules(
    "medical",
    /\b(?:if you|a doctor|cannot|can't|not able|you (?:wrote|said|mention\w*|told))\b/,
    "\\b(?:you|this|these|it|that)(?: \\w+)? ?(?:have|has|are|is|'re|suffer(?:ing)? from|seem|sounds? like|looks? like|shows? signs? of|indicates?|points? to|means?)(?: (?:you have|to have|that you have))?(?: (?:clearly|probably|likely|clinically|classic|a|an|the|case|of|severe|mild|major|some|symptoms|signs|kind|form|from|clinical))* (?:depress(?:ion|ed|ive)|bipolar|ptsd|adhd|an anxiety disorder|anxiety disorder|schizo\\w+|ocd|personality disorder|narcissis\\w+|psycho(?:sis|tic)|scrupulosity|autis\\w+|burnout syndrome|dementia|cancer|demonic possession|possessed)\\b",
  ),
  ...policyRules(
    "medical",
    undefined,
    "\\b(?:i|my) (?:diagnos\\w+|prescrib\\w+)|\\btake (?:about )?\\d+ ?(?:mg|milligrams?|tablets|pills|drops)\\b|\\btake (?:some )?(?:melatonin|st\\.? john|ibuprofen|aspirin|valium|xanax|magnesium)",
  ),
  ...policyRules(
    "relationship",
    undefined,
    `\\b${TELL}(?: \\w+)? ${TIE} ${SOMEONE}\\b`,
    `${START}(?:do not |don't |never )?${TIE} ${SOMEONE}\\b(?!.*\\?)`,
    "\\b(?:submit to|be submissive|obey) (?:your husband|him|your wife|your father|your pastor)\\b|\\b(?:wives|women|a wife|a good wife) (?:should|must|are to|need to|ought to|submits?|obeys?)\\b|\\bforgive (?:him|her|them) and (?:return|go back|stay|move on|take)\\b",
    "\\b(?:your|a) (?:duty|cross|calling|vocation|vow|place) (?:is |here is )?to (?:stay|endure|bear|suffer|submit|forgive|remain|return|carry)|\\bkeep turning the other cheek\\b|\\b(?:you|what you did) (?:provoked|deserved? (?:it|this|that)|brought (?:it|this) on)|\\b(?:he|she) (?:only )?(?:hits|hit|beats|hurts) you because\\b",
    `\\b(?:he|she)(?:'s| is) (?:not )?(?:the one|right|good|bad|wrong|toxic|abusive|narcissistic|meant) for you\\b|\\b(?:god|you) (?:should|must|wants?) .{0,20}(?:divorce|marry)\\b`,
  ),
  ...policyRules(
    "order",
    undefined,
    `\\b(?:you (?:should|must|have to|need to|ought to)|i(?:'d| would) (?:choose|pick|go with|take|say you should)|my advice is|i (?:advise|recommend|urge) (?:you|that)|you(?:'re| are) (?:called|meant|supposed) to)(?: \\w+)? ?(?:quit|resign|accept|take (?:the|this) (?:job|offer|post)|sell|buy|move (?:to|house|away)|marry|choose|convert|leave|stay|join|drop out|confess|fast|adopt|have (?:a|another) (?:child|baby)|enter|become)\\b`,
    "\\bthe (?:right|correct|best|better|wiser|godly|only) (?:choice|answer|decision|option|path|way) (?:here )?(?:is|would be)\\b|\\b(?:choose|pick|go with|take) (?:the (?:first|second|third)|option|the job|the offer)\\b|\\boption (?:a|b|c|one|two|1|2) (?:is|would be|seems|looks) (?:better|best|right|the)|\\bi(?:'ve| have) decided for you\\b",
    "\\byou (?:should|must|have to|need to) (?:plead|sue|sign|testify|file for|drop the charges|break the law|lie|withdraw)|\\b(?:legally,? you|the law says you|you have (?:a|no) legal|sue (?:him|her|them)|file for (?:divorce|bankruptcy))",
  ),
  ...policyRules(
    "money",
    undefined,
    "\\b(?:give|donate|send|sow|tithe|transfer|pledge|offer)(?: (?:your|a|some|more|us|this|the|all|ten|10|at least))* (?:money|savings|seed|tithe|dollars|euros|pounds|percent|per cent|inheritance|donation|gift of|\\$|€|£|\\d+)|\\byou (?:should|must|need to|have to|ought to) (?:tithe|donate|give (?:money|more|10|ten))|\\b(?:invest|put your money|put your savings) in\\b|\\b(?:buy|sell) (?:bitcoin|crypto|stocks|shares|gold|your house)\\b|\\btake out a loan\\b|\\bupgrade (?:your plan|to the|now)\\b",
  ),
];

const FAITH = "(?:pray|am praying|'m praying|have prayed|prayed|will pray|'ll pray|shall pray)";
const NOT = /\b(?:not|never|no|neither|nor|cannot|can't|isn't|rather than)\b/;

/** Text in the voice of God, a saint or the devil; forbidden in drafts too. */
export const IMPERSONATES_GOD: PolicyRule[] = [
  ...policyRules(
    "impersonation",
    undefined,
    '^[ "\'*(]*(?:jesus|god|christ|mary|satan|the devil|lord|st\\.? \\w+|saint \\w+|father \\w+|pastor(?: \\w+)?|angel|priest|mother|mum|mom|dad)[*)"]*:',
  ),
  ...policyRules(
    "impersonation",
    NOT,
    `\\bi(?:'m| am)(?: indeed| truly| really| just| only)? (?:god|jesus|christ|the (?:lord|christ|messiah|holy spirit|virgin|devil|pope|good shepherd|resurrection|way, the)|mary\\b(?!'s)|satan|lucifer|an angel|saint |st\\. ?[a-z]|your (?:lord|god|saviou?r|shepherd|heavenly father))`,
    "\\b(?:speaking|answering|writing) (?:now )?as (?:god|jesus|christ|mary|the (?:lord|virgin|devil|holy spirit)|st\\.?|saint|satan|your|a (?:priest|pastor))",
    "\\bi (?:died (?:for you|on the cross)|rose|hung on|created you|made you|formed you|have called you by|have redeemed you|have chosen you|knew you before|am with you|am always with|will never (?:leave|forsake)|gave my (?:life|son)|hear your prayers?|was crucified|am coming (?:soon|for you))\\b|\\bcome (?:un)?to me,? (?:all|and)",
  ),
];

/**
 * Text in the voice of a human, or of a believer with feelings; not applied to drafts in the member's voice.
 */
export const IMPERSONATES_PERSON: PolicyRule[] = policyRules(
  "impersonation",
  NOT,
  `\\bi(?:'m| am)(?: indeed| truly| really| just| only)? (?:god|jesus|christ|the (?:lord|christ|messiah|holy spirit|virgin|devil|pope|way|voice|good shepherd|resurrection|father)|mary|satan|lucifer|an? angel|saint|st\\.? [a-z]|father [a-z]|brother [a-z]|sister [a-z]|mother teresa|pastor|your (?:father|mother|lord|god|saviou?r|shepherd|friend|${CLERGY})|(?:also )?an? (?:(?:licensed|ordained|trained|real|catholic|christian|fellow) )?(?:${CLERGY}|human|person|real person|christian|believer|man|woman|someone))\\b`,
  `\\b(?:as|being) (?:your|a|an|a fellow|the)(?: \\w+)? ?(?:${CLERGY}|believer|christian|human|person|mother|father|voice of god)[,]? i\\b`,
  "^[ \"'*(]*(?:my|o my|dear|beloved|oh,? my)(?: (?:dear|beloved|precious|dearest|sweet|little))? (?:child|son|daughter|children|lamb|one)\\b|, my (?:dear |beloved )?(?:child|son|daughter)\\b",
  `\\bi(?:'ve| have| will|'ll)? ?${FAITH}\\b|\\bi(?:'ll| will) keep you in my (?:thoughts|prayers)\\b|\\bmy prayers? (?:is|are|goes?) (?:with|for|to)\\b|\\bin my prayers\\b|\\blet me pray\\b`,
  "\\bi (?:believe in|worship|praise|serve|love (?:god|jesus|you|the lord)|feel (?:your|for|the|so|that|with|god|sad|sorry|deeply|like)|care (?:about|for|deeply)|understand (?:exactly )?how you feel|know (?:exactly )?how (?:you|that|it) feels?|miss you|hurt with|weep|cried|cry|have (?:been there|felt that|struggled|doubted)|went through|too (?:have|am|was|feel|struggle))\\b|\\bmy (?:own )?(?:faith|heart (?:breaks|aches|goes)|walk with|conversion|baptism|church|parish)\\b|\\bwhen i was (?:young|your age|a child|struggling|little)\\b",
);
