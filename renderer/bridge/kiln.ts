import type { DroppedSource } from '../../shared/batch/batch-source.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { itemsPerPage } from '../../shared/ipc-names.ts'
import type { AnnouncementName, Announcements, RequestInput, RequestName, RequestOutputs } from '../../shared/ipc.ts'
import type { DraftMedia } from '../../shared/media-facts.ts'
import { say } from '../../shared/words/say.ts'

type Refusal = Extract<Outcome<never>, { ok: false }>

/** Requests that take nothing need no second argument. */
type InputArguments<Name extends RequestName> =
  undefined extends RequestInput<Name> ? [input?: RequestInput<Name>] : [input: RequestInput<Name>]

/** Asks main. Never throws: when main can't be reached the answer is a refusal that says so. */
export async function request<Name extends RequestName>(
  name: Name,
  ...input: InputArguments<Name>
): Promise<Outcome<RequestOutputs[Name]>> {
  try {
    return await window.kiln.request(name, input[0] as RequestInput<Name>)
  } catch (error) {
    return unreachable(error)
  }
}

/** Asks for a list that main gives page by page, to its end. Never throws. */
export async function requestAll<Name extends 'task.list' | 'ledger.read'>(
  name: Name
): Promise<Outcome<readonly RequestOutputs[Name][number][]>> {
  const all: RequestOutputs[Name][number][] = []
  for (;;) {
    const last = all.at(-1)
    const outcome: Outcome<readonly RequestOutputs[Name][number][]> = await request<'task.list' | 'ledger.read'>(
      name,
      last && { olderThan: last.id }
    )
    if (!outcome.ok) return outcome
    all.push(...outcome.value)
    if (outcome.value.length < itemsPerPage) return { ok: true, value: all }
  }
}

/** Looks into a file that was dropped, pasted or chosen; the page gets its facts and a token, never its path. Never throws. */
export async function inspectFile(file: File): Promise<Outcome<DraftMedia>> {
  try {
    return await window.kiln.inspectFile(file)
  } catch (error) {
    return unreachable(error)
  }
}

/** A table or folder that was dropped on a batch; the page gets a token for it. Never throws. */
export async function takeDroppedSource(
  file: File,
  wish: { readonly capability: string; readonly field: string | null }
): Promise<Outcome<DroppedSource>> {
  try {
    return await window.kiln.takeDroppedSource(file, wish)
  } catch (error) {
    return unreachable(error)
  }
}

/** Returns a function that stops listening. */
export function listen<Name extends AnnouncementName>(name: Name, listener: (payload: Announcements[Name]) => void): () => void {
  return window.kiln.listen(name, listener)
}

function unreachable(error: unknown): Refusal {
  return {
    ok: false,
    message: say('Kiln could not do this.'),
    advice: error instanceof Error ? error.message : null,
    requestId: null,
    problems: []
  }
}
