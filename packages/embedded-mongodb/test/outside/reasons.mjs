/** Unsupported features and their error messages. The first match applies. */
export const refused = [
  { reason: "geographical queries and indexes", message: /2dsphere|'2d'|\$geo|\$near/i },
  {
    reason: "text, hashed, wildcard and hidden indexes",
    message: /type '(text|hashed)'|wildcard index|collMod without|collMod\.index\.hidden/i,
  },
  {
    reason: "capped, time series and clustered collections, views",
    message:
      /\b(capped|timeseries|clusteredIndex|viewOn|create\.expireAfterSeconds)\b|create with the option 'expireAfterSeconds'/,
  },
  { reason: "validators and JSON schema", message: /\bvalidator\b|jsonSchema/ },
  { reason: "JavaScript on the server", message: /\$where|\$function|mapReduce/ },
  { reason: "change streams", message: /changeStream/ },
  { reason: "search indexes of Atlas", message: /search ?index/i },
  {
    reason: "fail points and other commands of a test server",
    message: /no such command: '(configureFailPoint|setParameter|currentOp|replSetGetStatus)'/,
  },
  {
    reason: "renaming and changing collections, queries for bits",
    message: /no such command: '(renameCollection|collMod)'|\$bits\w+ is not supported/,
  },
  { reason: "collations", message: /collation/i },
  { reason: "updates by a pipeline", message: /update by a pipeline/i },
  {
    reason: "pipelines without a collection",
    message: /aggregate: 1|\$(documents|listLocalSessions|currentOp)\b/,
  },
  { reason: "stages and expressions of the aggregation language", message: /(stage|expression) '?\$\w+/i },
  { reason: "the option `let`", message: /\blet\b.* (not supported|unknown)/ },
  { reason: "transactions", message: /transaction/i },
  { reason: "snapshot reads", message: /"snapshot"/ },
];
