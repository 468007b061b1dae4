import type { DroppedBatchSource } from '../../shared/form/batch/batch-source.ts'
import type { FailedOutcome, Outcome } from '../../shared/ipc/outcome.ts'
import { itemsPerPage } from '../../shared/ipc/items-per-page.ts'
import type { IpcEventName, IpcEventPayloads, RequestInput, PageRequestName, RequestOutput } from '../../shared/ipc/ipc.ts'
import type { LocalMedia } from '../../shared/form/media-facts.ts'
import { say } from '../../shared/i18n/say.ts'

/** The input argument of `request`. Optional for requests that don't need an input. */
type InputArguments<Name extends PageRequestName> =
  undefined extends RequestInput<Name> ? [input?: RequestInput<Name>] : [input: RequestInput<Name>]

/** Sends a request to main. Never throws. If main can't be reached, the outcome has `ok: false` and the error message as advice. */
export async function request<Name extends PageRequestName>(
  name: Name,
  ...input: InputArguments<Name>
): Promise<Outcome<RequestOutput<Name>>> {
  try {
    return await window.kiln.request(name, input[0] as RequestInput<Name>)
  } catch (error) {
    return unreachable(error)
  }
}

/** Requests a list from main, page by page, until the list is complete. Never throws. */
export async function requestAll<Name extends 'task.list' | 'ledger.read'>(
  name: Name
): Promise<Outcome<readonly RequestOutput<Name>[number][]>> {
  const all: RequestOutput<Name>[number][] = []
  for (;;) {
    const last = all.at(-1)
    const outcome: Outcome<readonly RequestOutput<Name>[number][]> = await request<'task.list' | 'ledger.read'>(
      name,
      last && { olderThan: last.id }
    )
    if (!outcome.ok) return outcome
    all.push(...outcome.value)
    if (outcome.value.length < itemsPerPage) return { ok: true, value: all }
  }
}

/** Inspects a dropped, pasted or chosen file. The page receives the file's facts and a token, but never the path. Never throws. */
export async function inspectFile(file: File): Promise<Outcome<LocalMedia>> {
  try {
    return await window.kiln.inspectFile(file)
  } catch (error) {
    return unreachable(error)
  }
}

/** Opens a table or folder that was dropped on the batch dialog. Returns a preview with a token for the table or folder. Never throws. */
export async function openDroppedSource(
  file: File,
  options: { readonly capability: string; readonly field: string | null }
): Promise<Outcome<DroppedBatchSource>> {
  try {
    return await window.kiln.readDroppedSource(file, options)
  } catch (error) {
    return unreachable(error)
  }
}

/** Calls `listener` for every event with this name from main. Returns a function that stops listening. */
export function subscribe<Name extends IpcEventName>(name: Name, listener: (payload: IpcEventPayloads[Name]) => void): () => void {
  return window.kiln.listen(name, listener)
}

function unreachable(error: unknown): FailedOutcome {
  return {
    ok: false,
    message: say('Kiln couldn’t complete this action.'),
    advice: error instanceof Error ? error.message : null,
    requestId: null,
    problems: []
  }
}
