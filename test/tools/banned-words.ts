/** Where a word is banned. `texts`: what the window shows. `names`: declared identifiers, files and folders, split into words. */
export type StyleScope = 'texts' | 'documents' | 'comments' | 'titles' | 'names'

/**
 * A banned wording. `find`: a regular expression for whole words, case-insensitive, in which a space matches any whitespace. `write`: the
 * words to use instead.
 */
export type BannedWord = { readonly find: string; readonly write: readonly string[]; readonly scopes: readonly StyleScope[] }

const prose: readonly StyleScope[] = ['texts', 'documents', 'comments', 'titles']
const everywhere: readonly StyleScope[] = [...prose, 'names']
const notShown: readonly StyleScope[] = ['documents', 'comments', 'titles']
const shown: readonly StyleScope[] = ['texts', 'documents']

/** The banned wordings. If several match the same text, only the first one in the list is reported. */
export const bannedWords: readonly BannedWord[] = [
  // Indefinite actors.
  { find: '(?:no|some|any)body', write: ['Kiln', 'the user', 'the service'], scopes: prose },
  // Unusual wordings for which there is a standard term.
  { find: 'anew', write: ['again'], scopes: everywhere },
  { find: 'mend(?:s|ed|ing)?', write: ['fix', 'repair'], scopes: everywhere },
  { find: '(?:stands?|stood) in the way', write: ['block', 'be on hold'], scopes: prose },
  { find: 'stands?(?!-ins?(?!\\w)| for(?!\\w)| in for(?!\\w)| out(?!\\w)| alone(?!\\w))|stood', write: ['be', 'appear'], scopes: prose },
  { find: 'stands|stood', write: ['be', 'appear'], scopes: ['names'] },
  { find: '(?:go|goes|went|gone|going) on(?! (?:the|an?|its|your)(?!\\w))', write: ['resume', 'continue'], scopes: everywhere },
  { find: 'by (?:itself|themselves)', write: ['automatically'], scopes: everywhere },
  { find: '(?:take|takes|took|taken|taking)(?: (?:it|them|this|that))? back', write: ['cancel', 'undo'], scopes: everywhere },
  {
    find: '(?:take|takes|took|taken|taking)(?: (?:it|them))? in(?! (?:order|total|turn|ms|the same|which|its))',
    write: ['import', 'add'],
    scopes: everywhere
  },
  { find: '(?:take|takes|took|taken|taking)(?: (?:it|them|this|that))? (?:out|away)', write: ['remove'], scopes: everywhere },
  { find: 'lets? go|letting go', write: ['discard', 'release'], scopes: everywhere },
  { find: 'look(?:s|ed|ing)? (?:whether|at)', write: ['check', 'inspect'], scopes: everywhere },
  { find: 'look(?:s|ed|ing)? again', write: ['check again', 'reload'], scopes: everywhere },
  { find: '(?<!there )(?:is|are|was|were) no(?! (?:longer|more than|less than|later than))', write: ['isn’t', 'not a'], scopes: prose },
  { find: 'there (?:is|are|was|were) none(?! of)', write: ['none exists', 'it’s missing'], scopes: prose },
  { find: '(?<!there )(?:is|are|was|were) none(?! of)', write: ['isn’t one', 'not any'], scopes: prose },
  { find: '(?:hold|holds|held|holding)(?: \\S+){0,3} against', write: ['compare with'], scopes: everywhere },
  { find: 'many an?', write: ['many'], scopes: prose },
  { find: 'of today', write: ['current', 'today’s'], scopes: prose },
  { find: 'else than', write: ['other than'], scopes: prose },
  { find: 'who looks? after', write: ['administrator'], scopes: prose },
  { find: 'wants', write: ['needs'], scopes: everywhere },
  { find: '(?<!all )the way', write: ['how', 'the route', 'the proxy'], scopes: prose },
  { find: 'straight(?! (?:(?:double|single) )?(?:quotes?|apostrophes?|lines?|edges?))', write: ['directly', 'direct'], scopes: everywhere },
  { find: 'story|stories', write: ['timeline', 'integration test'], scopes: everywhere },
  { find: 'deeds?', write: ['action'], scopes: everywhere },
  { find: 'wish(?:es|ed|ing)?', write: ['request', 'options'], scopes: everywhere },
  { find: 'obstacles?', write: ['network block', 'problem'], scopes: everywhere },
  { find: 'farewells?', write: ['flush'], scopes: everywhere },
  { find: 'witness(?:es|ed)?', write: ['check', 'test endpoint'], scopes: everywhere },

  // Metaphors.
  { find: 'house(?![ -]style)|houses', write: ['app', 'repository'], scopes: everywhere },
  { find: 'doors?', write: ['pending tile', 'adapter', 'entry point'], scopes: everywhere },
  { find: 'desks?', write: ['workspace', 'service'], scopes: everywhere },
  { find: 'books', write: ['ledger'], scopes: everywhere },
  { find: 'weather', write: ['network conditions', 'faults'], scopes: everywhere },
  { find: 'manners', write: ['conventions'], scopes: everywhere },

  // Actors other than the user, Kiln and the service.
  { find: '(?:some|no|any|every)body', write: ['you', 'the user', 'a program'], scopes: everywhere },
  { find: 'whom', write: ['you', 'the user'], scopes: prose },
  { find: '(?:an?|the) person(?! in (?:an?|the))', write: ['you', 'the user'], scopes: notShown },
  { find: "of one[’']s own", write: ['custom', 'your own'], scopes: prose },

  // Courtesy, punctuation and contractions.
  { find: 'please|sorry', write: ['the sentence without it'], scopes: shown },
  { find: '\\w+!', write: ['a full stop'], scopes: ['texts'] },
  { find: "\\w+'\\w+", write: ['a curly apostrophe'], scopes: ['texts'] },
  { find: 'cannot|can not', write: ['can’t'], scopes: shown },
  {
    find: '(?:do|does|did|is|are|was|were|has|have|had|will|could|should|would) not',
    write: ['a contraction such as isn’t'],
    scopes: ['texts']
  },

  // Words for concepts that have a term in the glossary.
  { find: 'in(?:to)? doubt|doubted|doubtful', write: ['unconfirmed'], scopes: everywhere },
  { find: 'held(?! back)', write: ['on hold'], scopes: ['texts'] },
  { find: 'held (?:tasks?|accounts?|rows?)', write: ['on hold'], scopes: notShown },
  { find: '(?:leave|leaves|left|leaving)(?: (?:it|them))? out', write: ['skip', 'omit'], scopes: everywhere },
  { find: '(?:bring|brings|brought|bringing)(?: (?:it|them))? back', write: ['restore'], scopes: everywhere },
  { find: '(?:throw|throws|threw|thrown|throwing)(?: (?:it|them))? away', write: ['delete', 'discard'], scopes: prose },
  { find: 'writes down|written down|wrote down', write: ['save', 'record'], scopes: prose },
  { find: '(?:give|gives|gave|given) back', write: ['refund', 'return'], scopes: prose },
  { find: 'ask(?:s|ed|ing)? again with', write: ['retry with'], scopes: prose },
  { find: 'once more', write: ['again'], scopes: prose },
  { find: 'not taken', write: ['rejected', 'not accepted'], scopes: ['texts'] },
  { find: 'refus(?:e|es|ed|al|ing)(?! (?:the )?connections?)', write: ['reject'], scopes: ['texts'] },
  { find: 'fetch(?:es|ed|ing)?', write: ['download'], scopes: ['texts'] },
  { find: 'contracts?', write: ['API definition'], scopes: ['texts'] },
  { find: 'pictures?', write: ['image'], scopes: prose },
  { find: 'clips?', write: ['video'], scopes: shown },
  { find: '(?<!voice )sounds?(?! effects?)', write: ['audio'], scopes: shown },
  { find: '(?<!certificate )authorit(?:y|ies)', write: ['certificate authority', 'CA'], scopes: shown },
  { find: 'misfits?', write: ['validation error'], scopes: everywhere },
  { find: 'news', write: ['notification', 'changes'], scopes: everywhere },
  {
    find: '(?<!(?:third[- ]party|licence|license|copyright|users?|people|you|kiln|they|to|not|will|may|can) )notices?(?! (?:an?|the)(?!\\w))',
    write: ['notification', 'message'],
    scopes: everywhere
  }
]
