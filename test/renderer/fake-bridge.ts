import { webcrypto } from 'node:crypto'
import { vi } from 'vitest'
import type { Outcome } from '../../shared/ipc/outcome.ts'
import type { PageRequestName, RequestInput, RequestOutput } from '../../shared/ipc/ipc.ts'

/** Main's response to each request. A request without a response fails the test. */
export type FakeAnswers = {
  readonly [Name in PageRequestName]?: (input: RequestInput<Name>) => Outcome<RequestOutput<Name>> | Promise<Outcome<RequestOutput<Name>>>
}

/** Installs a bridge that responds with `answers`, for component tests. Returns the names of the requests that the page sent. */
export function fakeBridge(answers: FakeAnswers): readonly PageRequestName[] {
  const sent: PageRequestName[] = []
  const request = async (name: PageRequestName, input: unknown): Promise<unknown> => {
    sent.push(name)
    const answer: ((input: never) => unknown) | undefined = answers[name]
    if (answer === undefined) throw new Error(`The test has no answer to ${name}.`)
    return await answer(input as never)
  }
  vi.stubGlobal('kiln', { request, listen: () => () => undefined })
  // jsdom doesn't provide `crypto.subtle`.
  vi.stubGlobal('crypto', webcrypto)
  return sent
}

/** Returns a rejection in the format in which main sends it. */
export function rejectedOutcome(message: string, field?: 'baseUrl' | 'apiKey'): Extract<Outcome<never>, { ok: false }> {
  return { ok: false, message, advice: null, requestId: null, problems: [], ...(field === undefined ? {} : { field }) }
}
