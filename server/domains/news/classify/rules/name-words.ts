/** Words after a company's name that make it the name of a fund, a charity or an event. */
export const OTHER_ORGANIZATIONS = new Set(
  'amc etf foundation fund funds mall pmi psl university hospital hospitals reit trust modaraba'.split(' '),
);

/** Lower-case words after a company's name that make it the name of another place: "Meezan restaurant". */
export const VENUE_WORDS = new Set('college hotel mosque restaurant school'.split(' '));

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

/** Further words that follow a company's name: "Cherat cement", "Meezan bank". */
export const NAME_TAIL_WORDS = new Set(
  'and bank company corporation group holdings industries limited mills modaraba'.split(' '),
);

/**
 * First words of company names that are also ordinary words, or places with other companies of the industry. In "Lucky
 * cement makers" or "Quetta textile workers" they are not part of a name.
 */
export const ORDINARY_WORDS = new Set(
  `air allied arctic artistic associated atlas balochistan baluchistan bannu big blessed blue brothers capital century chakwal chenab
   climax clover colony crescent data descon diamond dominion east escorts extraction fast fine first flying frontier gadoon
   golden good globe hallmark hub ideal image imperial island jubilee khairpur landmark leather liven loads lucky maple
   media merit metropolitan mirpurkhas next oil organic orient pace packages panther paramount pioneer popular power
   premier premium progressive prosperity quantum quetta ravi regal reliance sanghar sapphire sargodha secure security service shield
   signature silver southern standard summit sunrays sunshine symmetry systems thatta transmission treet trust united
   unity waves zephyr`.split(/\s+/),
);

/**
 * Words that make the industry of a name an ordinary word: "Pakistan petroleum prices" and "National refinery policy" are
 * about the country.
 */
export const INDUSTRY_TOPIC_WORDS = new Set(
  `association associations board consumer consumers consumption crisis dealer dealers demand duties duty export exporter exporters exports
   import importer importers imports industry levy makers manufacturers policy price prices rates sector shortage shortages smuggling
   subsidy supplies supply tariff tariffs tax taxes trade traders users`.split(/\s+/),
);

/** First words that are too general for a name of two words. */
export const GENERAL_WORDS = new Set(
  `asia business capital east english first general global international japan karachi khyber national new pak pakistan
   premium punjab quality sindh southern standard united universal`.split(/\s+/),
);
