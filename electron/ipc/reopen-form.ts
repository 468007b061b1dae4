import { isAbsolute } from 'node:path'
import type { UnavailableFile, SavedForm, OpenedForm } from '../../shared/form/workspace.ts'
import type { LocalMedia } from '../../shared/form/media-facts.ts'
import type { Value } from '../../shared/form/values.ts'
import { isFileReference } from '../../shared/form/values.ts'
import type { Studio } from '../studio.ts'
import type { FileTokens } from './file-tokens.ts'

/**
 * Reopens a saved form. Files get new tokens, and library results stay unchanged. An unreadable file also gets a token, so the form keeps
 * the file until it's available again. A relative path comes from another computer, such as in an imported preset, and is never opened.
 */
export async function reopenForm(
  { studio, fileTokens }: { readonly studio: Pick<Studio, 'inspect'>; readonly fileTokens: FileTokens },
  form: SavedForm
): Promise<OpenedForm> {
  const media: LocalMedia[] = []
  const unavailable: UnavailableFile[] = []
  const values = await reopen(form.values)
  const left = await Promise.all(form.left.map(async (one) => ({ ...one, value: await reopen(one.value) })))
  return { form: { ...form, values, left }, media, unavailable }

  async function reopen<Given extends Value>(value: Given): Promise<Given> {
    // File references become tokens. Everything else keeps its shape.
    return (await reopenValue(value)) as Given
  }

  async function reopenValue(value: Value): Promise<Value> {
    if (isFileReference(value)) return { draft: await tokenOf(value.file) }
    if (Array.isArray(value)) return Promise.all(value.map(reopenValue))
    if (typeof value !== 'object' || value === null) return value
    const entries = await Promise.all(Object.entries(value).map(async ([name, inner]) => [name, await reopenValue(inner)] as const))
    return Object.fromEntries(entries)
  }

  async function tokenOf(path: string): Promise<string> {
    const facts = isAbsolute(path) ? await studio.inspect(path).catch(() => null) : null
    if (facts === null) {
      const lost = fileTokens.addUnavailable(path)
      unavailable.push(lost)
      return lost.draft
    }
    const opened = fileTokens.add(path, facts)
    media.push(opened)
    return opened.draft
  }
}
