/** Words after a company's name that make it the name of a fund, a charity or an event. */
export const OTHER_ORGANIZATIONS = new Set(
  'amc etf foundation fund funds mall pmi psl university hospital hospitals reit trust modaraba'.split(' '),
);

/** Words between a company's name and one of the above: "HBL Money Market Fund", "UBL Asset Management". */
export const FUND_WORDS = new Set(
  `asset balanced bank cash consumer energy enterprise equity exchange financial gateway ghp government growth income index investment
   islamic limited ltd manufacturing market money mutual pakistan pension savings sector securities shariah sovereign stock
   term total traded treasury value`.split(/\s+/),
);

/**
 * Second words that identify a company together with the first: "Century Paper" for Century Paper & Board Mills. Names of
 * persons and places are thus not shortened to two words.
 */
export const INDUSTRY_WORDS = new Set(
  `battery brewery cables cement ceramics chemical chemicals cloth cotton denim dyeing electric elektron energy engineering
   fertilizer fibres foods fruit general glass insurance iron knitwear laboratories life maize metropolitan motor motors oil
   packages packaging paints paper petroleum pharma polymer power refinery silk spinning steel steels sugar telecom textile
   textiles tiles tobacco tractors tyre tyres weaving woollen`.split(/\s+/),
);

/** First words that are too general for a name of two words. */
export const GENERAL_WORDS = new Set(
  `asia business capital east english first general global international japan karachi khyber national new pak pakistan
   premium punjab quality sindh southern standard united universal`.split(/\s+/),
);
