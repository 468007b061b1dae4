import { channelOf, requestNames } from '../../shared/ipc-names.ts'
import type { RequestName, requestInputs } from '../../shared/ipc.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { PlainProblem, SubmissionProblems } from '../../shared/problem.ts'
import { SpendingQuestion } from '../../shared/spending.ts'
import { say, sayAgain } from '../../shared/words/say.ts'
import type { Handlers } from './handlers.ts'
import { isWithinBounds } from './is-within-bounds.ts'
import type { LogPort } from './ports.ts'

/** Who sent a request, as Electron knows it; nothing of it is under the page's control. */
export type Sender = {
  /** Whether it is a window that main opened itself. */
  readonly isOwnWindow: boolean
  readonly isMainFrame: boolean
  /** Address of the frame; null when the frame is gone already. */
  readonly url: string | null
}

/** `ipcMain.handle`, without Electron. */
export type Handle = (channel: string, answer: (sender: Sender, payload: unknown) => Promise<Outcome<unknown>>) => void

/** Scheme and host that the page is served from. */
export const pageOrigin = 'app://kiln'

/**
 * Puts every request of the contract on its channel. A request is answered in this order:
 * 1. the sender is the main frame of a window of ours, showing our own page;
 * 2. the payload has bounds, and is what the contract says;
 * 3. the handler's answer, or its error, becomes an Outcome. No exception crosses.
 */
export function register(parts: { readonly handle: Handle; readonly handlers: Promise<Handlers>; readonly log: LogPort }): void {
  const { handle, handlers, log } = parts
  let reading: Promise<RequestInputs> | null = null
  for (const name of requestNames) handle(channelOf(name), (sender, payload) => answer(name, sender, payload))

  async function answer(name: RequestName, sender: Sender, payload: unknown): Promise<Outcome<unknown>> {
    if (!isTrusted(sender)) {
      log.info('ipc.sender-refused', { name, isOwnWindow: sender.isOwnWindow, isMainFrame: sender.isMainFrame })
      return refusal(say('This page may not ask for that.'))
    }
    try {
      reading ??= readInputs()
      const input = readPayload((await reading)[name], payload)
      if (!input.ok) {
        log.info('ipc.payload-refused', { name, where: input.where })
        return refusal(say('Kiln could not read that request.'))
      }
      // Each handler takes exactly what the schema of the same name gives; TypeScript can't follow the name through both tables at once.
      const handler = (await handlers)[name] as (parsed: unknown) => unknown
      return { ok: true, value: await handler(input.payload) }
    } catch (error) {
      return outcomeOf(name, error)
    }
  }

  function outcomeOf(name: RequestName, error: unknown): Outcome<never> {
    if (error instanceof SubmissionProblems) return { ...refusal(error.message), problems: error.problems }
    if (error instanceof SpendingQuestion)
      return { ...refusal(say('This needs a word from you first. Nothing was sent.')), guards: error.guards }
    if (error instanceof PlainProblem) {
      const { message, advice, field, requestId } = error
      const said = sayAgain(message)
      return {
        ok: false,
        message: said,
        advice: advice === null ? null : sayAgain(advice),
        requestId,
        problems: field === null ? [] : [{ field, index: null, message: said }]
      }
    }
    log.error(`ipc.${name}`, error)
    return {
      ...refusal(say('Something went wrong inside Kiln.')),
      advice: say('Try again; if it stays, the log in Kiln’s data folder says more.')
    }
  }
}

type ReadPayload = { readonly ok: true; readonly payload: unknown } | { readonly ok: false; readonly where: string }

type RequestInputs = typeof requestInputs

/** Many schemas, which no window waits for: main reads them in with what stands behind it. */
async function readInputs(): Promise<RequestInputs> {
  return (await import('../../shared/ipc.ts')).requestInputs
}

function readPayload(schema: RequestInputs[RequestName], payload: unknown): ReadPayload {
  if (!isWithinBounds(payload)) return { ok: false, where: 'without bounds' }
  try {
    const input = schema.safeParse(payload)
    return input.success ? { ok: true, payload: input.data } : { ok: false, where: placesOf(input.error.issues) }
  } catch {
    // A list that has to be readonly is frozen even where it was refused before, and bytes in its place can't be.
    return { ok: false, where: 'what the contract does not know' }
  }
}

/** Where a payload is wrong, for the log: names as the contract writes them, since whoever sent the payload chose the others. */
function placesOf(issues: readonly { readonly path: readonly PropertyKey[] }[]): string {
  const place = (part: PropertyKey): string => (/^\w{1,40}$/.test(String(part)) ? String(part) : '…')
  return issues
    .slice(0, 5)
    .map(({ path }) => path.slice(0, 8).map(place).join('.'))
    .join(' ')
}

function isTrusted({ isOwnWindow, isMainFrame, url }: Sender): boolean {
  if (!isOwnWindow || !isMainFrame || url === null || !URL.canParse(url)) return false
  const { protocol, host, username, password } = new URL(url)
  return `${protocol}//${host}` === pageOrigin && username === '' && password === ''
}

function refusal(message: string): Extract<Outcome<never>, { ok: false }> {
  return { ok: false, message, advice: null, requestId: null, problems: [] }
}
