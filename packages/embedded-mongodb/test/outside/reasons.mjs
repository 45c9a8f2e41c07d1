/** What the server refuses by name, as its errors say it. The first that fits is taken. */
export const refused = [
  { reason: "geographical queries and indexes", message: /2dsphere|'2d'|\$geo|\$near/i },
  {
    reason: "text, hashed, wildcard and hidden indexes",
    message: /type '(text|hashed)'|wildcard index|collMod without/,
  },
  {
    reason: "capped, time series and clustered collections, views",
    message: /'(capped|timeseries|clusteredIndex|viewOn)'/,
  },
  { reason: "validators and JSON schema", message: /'validator'|jsonSchema/ },
  { reason: "JavaScript on the server", message: /\$where|\$function|mapReduce/ },
  { reason: "change streams", message: /changeStream|'changeStreamPreAndPostImages'/ },
  { reason: "`$out` and `$merge`", message: /stage \$(out|merge)\b/ },
  {
    reason: "fail points and other commands of a test server",
    message: /no such command: '(configureFailPoint|setParameter|currentOp|replSetGetStatus)'/,
  },
  { reason: "search indexes of Atlas", message: /search ?index/i },
  { reason: "pipelines without a collection", message: /aggregate: 1/ },
];
