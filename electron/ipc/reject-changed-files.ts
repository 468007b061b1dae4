import { stat } from 'node:fs/promises'
import { mediaReferencesIn } from '../../shared/form/fields.ts'
import type { LocalMedia, MediaFacts } from '../../shared/form/media-facts.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { isFileTokenReference, type Values } from '../../shared/form/values.ts'
import { joinNames } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import type { IpcEventSender } from '../../shared/ipc/ipc.ts'
import type { FileTokens } from './file-tokens.ts'

type Ports = { readonly fileTokens: FileTokens; readonly inspect: (path: string) => Promise<MediaFacts>; readonly announce: IpcEventSender }

/**
 * Inspects the files in `values` that have changed on disk since they were chosen. Returns their new data and sends it to the page. Missing
 * files are skipped, because the submission check reports them.
 */
export async function refreshChangedFiles(values: Values, { fileTokens, inspect, announce }: Ports): Promise<readonly LocalMedia[]> {
  const tokens = new Set(mediaReferencesIn(values).flatMap(({ reference }) => (isFileTokenReference(reference) ? [reference.draft] : [])))
  const changed: LocalMedia[] = []
  for (const token of tokens) {
    const draft = fileTokens.find(token)
    const about = draft === null ? null : await stat(draft.path).catch(() => null)
    if (draft === null || about === null) continue
    if (about.size === draft.facts.bytes && Math.floor(about.mtimeMs) === draft.facts.modifiedAt) continue
    changed.push(fileTokens.refresh(token, await inspect(draft.path)))
  }
  if (changed.length > 0) announce('media.changed', changed)
  return changed
}

/**
 * Checks that no file in `values` has changed since it was chosen. @throws UserFacingError if a file has changed. The next call accepts the
 * same file, because the page now shows its current content.
 */
export async function rejectChangedFiles(values: Values, ports: Ports): Promise<void> {
  const changed = await refreshChangedFiles(values, ports)
  if (changed.length === 0) return
  const names = joinNames(changed.map(({ facts }) => `“${facts.name}”`))
  throw new UserFacingError(say('Files changed since you chose them: {names}.', { names }), {
    advice: say('Nothing was sent or charged. Check the form, then send again.')
  })
}
