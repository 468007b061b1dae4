import { isAbsolute } from 'node:path'
import type { GoneFile, KeptForm, OpenedForm } from '../../shared/desk.ts'
import type { DraftMedia } from '../../shared/media-facts.ts'
import type { Value } from '../../shared/values.ts'
import { isFileReference } from '../../shared/values.ts'
import type { Studio } from '../studio.ts'
import type { Drafts } from './drafts.ts'

/**
 * A form that was kept, with its files as drafts of today; results of the library stay what they are. A file that can't be read now gets a
 * token too, so that it keeps its place and is found again when it is back. A path that does not say where it begins comes from elsewhere (an
 * imported preset) and is never opened.
 */
export async function reopenForm(
  { studio, drafts }: { readonly studio: Pick<Studio, 'inspect'>; readonly drafts: Drafts },
  form: KeptForm
): Promise<OpenedForm> {
  const media: DraftMedia[] = []
  const gone: GoneFile[] = []
  const values = await reopen(form.values)
  const left = await Promise.all(form.left.map(async (one) => ({ ...one, value: await reopen(one.value) })))
  return { form: { ...form, values, left }, media, gone }

  async function reopen<Given extends Value>(value: Given): Promise<Given> {
    // What stands for a file is replaced by a token, everything else keeps its shape.
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
      const lost = drafts.addGone(path)
      gone.push(lost)
      return lost.draft
    }
    const opened = drafts.add(path, facts)
    media.push(opened)
    return opened.draft
  }
}
