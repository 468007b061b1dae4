import type { DroppedSource } from '../../shared/batch/batch-source.ts'
import type { Outcome } from '../../shared/outcome.ts'
import { itemsPerPage } from '../../shared/ipc-names.ts'
import type { AnnouncementName, Announcements, RequestInput, RequestName, RequestOutputs } from '../../shared/ipc.ts'
import type { LocalMedia } from '../../shared/media-facts.ts'
import { say } from '../../shared/i18n/say.ts'

type Refusal = Extract<Outcome<never>, { ok: false }>

/** Requests without input need no second argument. */
type InputArguments<Name extends RequestName> =
  undefined extends RequestInput<Name> ? [input?: RequestInput<Name>] : [input: RequestInput<Name>]

/** Sends a request to main. Never throws. If main can't be reached, the outcome is a refusal with the reason. */
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

/** Requests all pages of a list from main. Never throws. */
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

/** Inspects a dropped, pasted or chosen file. The page gets its facts and a token, but never its path. Never throws. */
export async function inspectFile(file: File): Promise<Outcome<LocalMedia>> {
  try {
    return await window.kiln.inspectFile(file)
  } catch (error) {
    return unreachable(error)
  }
}

/** Registers a table or folder dropped on a batch, and returns a token for it. Never throws. */
export async function openDroppedSource(
  file: File,
  options: { readonly capability: string; readonly field: string | null }
): Promise<Outcome<DroppedSource>> {
  try {
    return await window.kiln.readDroppedSource(file, options)
  } catch (error) {
    return unreachable(error)
  }
}

/** Returns a function that stops listening. */
export function subscribe<Name extends AnnouncementName>(name: Name, listener: (payload: Announcements[Name]) => void): () => void {
  return window.kiln.listen(name, listener)
}

function unreachable(error: unknown): Refusal {
  return {
    ok: false,
    message: say('Kiln couldn’t complete this action.'),
    advice: error instanceof Error ? error.message : null,
    requestId: null,
    problems: []
  }
}
