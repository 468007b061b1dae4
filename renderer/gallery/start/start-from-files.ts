import type { Capability } from '../../../shared/form/capability.ts'
import { inputMediums } from '../../../shared/form/json-schema.ts'
import type { Values } from '../../../shared/form/values.ts'
import { joinSentences } from '../../../shared/i18n/join.ts'
import { say } from '../../../shared/i18n/say.ts'
import { inspectOrSaveFile } from '../../media/inspect-or-save-file.ts'
import type { Toast } from '../../ui/toasts.tsx'
import { galleryStore } from '../gallery-store.ts'
import type { UsableFile } from './values-with-files.ts'
import { valuesWithFiles } from './values-with-files.ts'

/** Opens the system’s file dialog, then starts from the chosen files. */
export function browseStartFiles(toast: (toast: Toast) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = inputMediums.map((medium) => (medium === 'model' ? '.glb' : `${medium}/*`)).join(',')
  input.addEventListener('change', () => void startFromFiles([...(input.files ?? [])], toast))
  input.click()
}

/** Inspects the files. The gallery then shows only capabilities that accept all of them. Other files are reported in a toast. */
export async function startFromFiles(handed: readonly File[], toast: (toast: Toast) => void): Promise<void> {
  const outcomes = await Promise.all(handed.map(inspectOrSaveFile))
  const inspected = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []))
  const files = inspected.filter((file): file is UsableFile => file.facts.medium !== null)
  const refused = outcomes.find((outcome) => !outcome.ok)
  const unknown = inspected.find(({ facts }) => facts.medium === null)
  if (refused?.ok === false)
    toast({ title: refused.message, ...(refused.advice !== null && { description: refused.advice }), tone: 'failed', icon: 'warning' })
  else if (unknown !== undefined)
    toast({
      title: say('Unsupported file type'),
      description: joinSentences(unknown.facts.name, say('Use an image, a video, audio or a 3D model.')),
      icon: 'question'
    })
  if (files.length === 0) return
  galleryStore.setState({ start: { files, valuesFor: rememberValues(files) }, query: '', scrollTop: 0, currentCard: null })
}

/** Caches the values of each capability, because every change in the gallery filters all capabilities again. */
function rememberValues(files: readonly UsableFile[]): (capability: Capability) => Values | null {
  const known = new WeakMap<Capability, { readonly values: Values | null }>()
  return (capability) => {
    const before = known.get(capability) ?? { values: valuesWithFiles(capability, files) }
    known.set(capability, before)
    return before.values
  }
}
