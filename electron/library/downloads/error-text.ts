/** Maximum length of an error message from a storage service or a proxy, in characters. */
const mostMessageCharacters = 160

const pageStart = /^(?:<!doctype html|<(?:html|head|body|meta|title|script|h1|center)\b)/i
const xmlErrorStart = /^<(?:[\w-]+:)?(?:errors?|errorresponse|exception|fault|envelope)\b/i
const message = new RegExp(
  [
    /^(?:error\b|[45]\d\d\b|access ?denied|forbidden|not ?found|no ?such ?(?:key|file|object|bucket)|unauthori[sz]ed|bad (?:request|gateway))/,
    /^(?:gateway time-?out|internal (?:server )?error|service unavailable|too many requests|rate limit|request (?:has )?expired)/,
    /^(?:the |this |your )?(?:requested |specified )?(?:link|url|signature|token|file|object|key|resource|request)\b.{0,60}\b(?:expired|invalid|not found|not exist|not available|no longer|denied|match)/
  ]
    .map(({ source }) => source)
    .join('|'),
  'i'
)

/** Removes the whitespace, XML declarations and comments before a document's first element or doctype. */
export function withoutProlog(text: string): string {
  return text.replace(/^(?:\s|<\?xml[^>]*\?>|<!--[^]*?-->)+/, '')
}

/**
 * True if a text is a web page or an error, despite a success status. The error may come from the service, a storage service or a proxy.
 * `isWhole`: true if `text` is complete.
 */
export function isErrorText(text: string, isWhole: boolean): boolean {
  const body = withoutProlog(text)
  if (pageStart.test(body) || xmlErrorStart.test(body)) return true
  if (body.startsWith('{')) return isErrorEnvelope(parsed(body))
  const line = body.trim()
  return isWhole && line.length <= mostMessageCharacters && !/[\r\n]/.test(line) && message.test(line)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Errors are short, so truncated text isn't an error.
    return null
  }
}

/** Fields of error objects (RFC 9457, API gateways, web frameworks). The names are in lower case, without separators. */
const envelopeFields: ReadonlySet<string> = new Set(
  [
    'message',
    'msg',
    'detail',
    'details',
    'reason',
    'title',
    'type',
    'instance',
    'path',
    'timestamp',
    'requestid',
    'hostid',
    'traceid'
  ].concat(['code', 'status', 'statuscode', 'resource', 'hint', 'help', 'documentation'])
)

/** True if parsed JSON is an error of this API or of another service. Errors of this API have `success: false` or an `errorType`. */
function isErrorEnvelope(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map(Object.entries(value).map(([name, field]) => [name.toLowerCase().replaceAll(/[_-]/g, ''), field as unknown]))
  if (fields.get('success') === false || fields.get('ok') === false) return true
  if (
    ['error', 'errors', 'errortype', 'errorcode', 'errormessage', 'errordetail', 'errordescription'].some((name) =>
      saysSomething(fields.get(name))
    )
  )
    return true
  const status = Number(fields.get('statuscode') ?? fields.get('status') ?? fields.get('code'))
  if (status >= 400 && status <= 599) return true
  const hasMessage = ['message', 'msg', 'detail'].some((name) => typeof fields.get(name) === 'string')
  return hasMessage && [...fields.keys()].every((name) => envelopeFields.has(name))
}

/** True if an error field has a meaningful value. False for a number, because a number may be a measurement, such as an alignment error. */
function saysSomething(value: unknown): boolean {
  if (typeof value === 'string') return value !== ''
  return value === true || (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
}
