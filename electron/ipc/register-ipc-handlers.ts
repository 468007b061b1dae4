import type { z } from 'zod'
import { requestChannels, type RequestChannel } from '../../shared/ipc/channels.ts'
import type { RequestName } from '../../shared/ipc/ipc.ts'
import type { FailedOutcome, Outcome } from '../../shared/ipc/outcome.ts'
import type { IpcRequest } from '../../shared/ipc/request.ts'
import { UserFacingError, SubmissionError } from '../../shared/form/submission-problem.ts'
import { taskProblemText } from '../../shared/phrases/task-problem-phrases.ts'
import { TaskProblemError } from '../../shared/task/task-problem.ts'
import { SpendingConfirmationError } from '../../shared/task/spending.ts'
import { say } from '../../shared/i18n/say.ts'
import type { Logger } from '../diagnostics/logger.ts'
import { problemsText } from '../../shared/phrases/problem-phrases.ts'
import type { Handlers } from './handlers.ts'
import { isPayloadWithinLimits } from './is-payload-within-limits.ts'

/** A request's sender, as reported by Electron. The page can't change any of these values. */
export type IpcSender = {
  /** True if the main process opened this window itself. */
  readonly isOwnWindow: boolean
  readonly isMainFrame: boolean
  /** URL of the frame. Null if the frame no longer exists. */
  readonly url: string | null
}

/** Registers a handler for an IPC channel, like `ipcMain.handle`. Injected, so that this module doesn't import Electron. */
export type IpcHandlerRegistrar = (
  channel: RequestChannel,
  answer: (sender: IpcSender, name: unknown, payload: unknown) => Promise<Outcome<unknown>>
) => void

/** Scheme and host that the page is served from. */
export const pageOrigin = 'app://kiln'

type DeclaredRequests = { readonly [name: string]: IpcRequest }

/**
 * Answers the requests in `shared/ipc`, in this order:
 * 1. The sender must be the main frame of Kiln's own window and show Kiln's own page.
 * 2. The request must be declared for its channel.
 * 3. The payload must be bounded and match the request's schema.
 * 4. The handler's result or error becomes an Outcome. No exception reaches the page.
 */
export function registerIpcHandlers(parts: {
  readonly handle: IpcHandlerRegistrar
  readonly handlers: Promise<Handlers>
  readonly log: Logger
}): void {
  const { handle, handlers, log } = parts
  // The declarations are loaded with the first request. There are many of them, and a window can open without them.
  handle(requestChannels.page, (...asked) => answer(async () => (await import('../../shared/ipc/ipc.ts')).pageRequests, ...asked))
  handle(requestChannels.path, (...asked) => answer(async () => (await import('../../shared/ipc/ipc.ts')).pathRequests, ...asked))

  async function answer(
    declared: () => Promise<DeclaredRequests>,
    sender: IpcSender,
    name: unknown,
    payload: unknown
  ): Promise<Outcome<unknown>> {
    if (!isTrusted(sender)) {
      log.info('ipc.sender-refused', { name: loggable(name), isOwnWindow: sender.isOwnWindow, isMainFrame: sender.isMainFrame })
      return refusal(say('This page isn’t allowed to make that request.'))
    }
    try {
      const requests = await declared()
      const request = typeof name === 'string' && Object.hasOwn(requests, name) ? requests[name] : undefined
      if (request === undefined) {
        log.info('ipc.request-refused', { name: loggable(name) })
        return refusal(say('This page isn’t allowed to make that request.'))
      }
      const input = readPayload(request.input, payload)
      if (!input.ok) {
        log.info('ipc.payload-refused', { name: loggable(name), where: input.where })
        return refusal(say('Kiln couldn’t read this request. Nothing was changed or sent. Try again.'))
      }
      // Each handler accepts exactly the output of the schema with the same name. TypeScript can't follow the name through both tables at
      // once.
      const handler = (await handlers)[name as RequestName] as (parsed: unknown) => unknown
      return { ok: true, value: (await handler(input.payload)) ?? null }
    } catch (error) {
      return outcomeOf(loggable(name), error)
    }
  }

  function outcomeOf(name: string, error: unknown): Outcome<never> {
    if (error instanceof SubmissionError) return { ...refusal(problemsText(error.problems)), problems: error.problems }
    if (error instanceof TaskProblemError) {
      const { message, advice } = taskProblemText(error.problem)
      return { ...refusal(message), advice }
    }
    if (error instanceof SpendingConfirmationError)
      return { ...refusal(say('This needs your confirmation first. Nothing was sent.')), guards: error.guards }
    if (error instanceof UserFacingError) {
      const { message, advice, field, requestId } = error
      return {
        ...refusal(message),
        advice,
        requestId,
        ...(field !== null && { field })
      }
    }
    log.error(`ipc.${name}`, error)
    return {
      ...refusal(say('Something went wrong inside Kiln.')),
      advice: say('Try again. If this keeps happening, see the log in Kiln’s data folder.')
    }
  }
}

type ReadPayload = { readonly ok: true; readonly payload: unknown } | { readonly ok: false; readonly where: string }

function readPayload(schema: z.ZodType, payload: unknown): ReadPayload {
  if (!isPayloadWithinLimits(payload)) return { ok: false, where: 'too many values or levels' }
  try {
    const input = schema.safeParse(payload)
    return input.success ? { ok: true, payload: input.data } : { ok: false, where: placesOf(input.error.issues) }
  } catch {
    // zod freezes the value of a readonly list even after rejecting it. It throws if the value is bytes, because bytes can't be frozen.
    return { ok: false, where: 'a value that can’t be validated' }
  }
}

/** Returns the paths of invalid values in a payload, for the log. */
function placesOf(issues: readonly { readonly path: readonly PropertyKey[] }[]): string {
  return issues
    .slice(0, 5)
    .map(({ path }) => path.slice(0, 8).map(loggable).join('.'))
    .join(' ')
}

/** Returns a name for the log. Only short names of word characters and dots are logged, because the sender may choose any name. */
function loggable(name: unknown): string {
  const text = typeof name === 'number' ? String(name) : name
  return typeof text === 'string' && /^[\w.]{1,40}$/.test(text) ? text : '…'
}

function isTrusted({ isOwnWindow, isMainFrame, url }: IpcSender): boolean {
  if (!isOwnWindow || !isMainFrame || url === null || !URL.canParse(url)) return false
  const { protocol, host, username, password } = new URL(url)
  return `${protocol}//${host}` === pageOrigin && username === '' && password === ''
}

function refusal(message: string): FailedOutcome {
  return { ok: false, message, advice: null, requestId: null, problems: [] }
}
