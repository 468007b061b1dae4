import { basename } from 'node:path'
import type { Capability } from '../../shared/capability.ts'
import type { KeptForm, OpenedForm, PresetView } from '../../shared/desk.ts'
import { misfitsOfForm, titleOf } from '../../shared/fields.ts'
import { PlainProblem } from '../../shared/problem.ts'
import type { MediaReference, Values } from '../../shared/values.ts'
import { isItemReference } from '../../shared/values.ts'
import { say, sayContract } from '../../shared/words/say.ts'
import type { Preset, Studio } from '../studio.ts'
import type { Drafts } from './drafts.ts'
import { bareName } from './drafts.ts'
import type { Handlers } from './handlers.ts'
import type { DialogsPort } from './ports.ts'
import { reopenForm } from './reopen-form.ts'

type DeskHandlers = Pick<Handlers, Extract<keyof Handlers, `desk.${string}` | `contract.${string}`>>

/** What the requests about drafts, presets, prompts and the contract do. */
export function createDeskHandlers(parts: {
  readonly studio: Studio
  readonly drafts: Drafts
  readonly dialogs: Pick<DialogsPort, 'choosePresetsFile' | 'chooseSavePath'>
}): DeskHandlers {
  const { studio, drafts, dialogs } = parts
  const { desk } = studio

  return {
    'desk.notice': () => desk.notice,

    'desk.keepDraft': ({ capability, form }) => {
      onDesk(() => (form === null ? desk.forms.forget('draft', capability) : desk.forms.keep('draft', capability, settled(form))))
      return null
    },
    'desk.openDraft': ({ capability }) => opened(onDesk(() => desk.forms.find('draft', capability))?.form),
    'desk.openSent': ({ capability }) => opened(onDesk(() => desk.forms.find('sent', capability))?.form),
    'desk.openTask': ({ taskId }) => {
      const task = studio.task(taskId)
      if (task === null) throw new PlainProblem(say('Kiln does not know this task.'))
      return reopenForm(parts, { values: task.values, modeId: null, keptSeeds: [], left: [] })
    },

    'desk.openItem': async ({ itemId }) => {
      const recipe = (await studio.library.details(itemId))?.recipe ?? null
      if (recipe === null) throw new PlainProblem(say('Nothing is known of how this was made.'))
      return reopenForm(parts, { values: recipe.values, modeId: null, keptSeeds: [], left: [] })
    },

    'desk.presets': async ({ capability }) => {
      const known = await capabilityOf(capability)
      return onDesk(() => ({
        presets: desk.presets.list(capability).map((preset) => viewOf(preset, known)),
        lastSentAt: desk.forms.find('sent', capability)?.keptAt ?? null
      }))
    },
    'desk.keepPreset': async ({ capability, name, form, replaces }) => {
      const known = await capabilityOf(capability)
      return onDesk(() => {
        if (!replaces && desk.presets.named(capability, name) !== null) return { kind: 'taken' }
        return { kind: 'kept', preset: viewOf(desk.presets.keep(capability, name, { ...settled(form), left: [] }), known) }
      })
    },
    'desk.renamePreset': ({ id, name }) => onDesk(() => ({ isTaken: !desk.presets.rename(id, name) })),
    'desk.removePreset': ({ id }) => {
      onDesk(() => desk.presets.remove(id))
      return null
    },
    'desk.bringBackPreset': ({ id }) => {
      onDesk(() => desk.presets.bringBack(id))
      return null
    },
    'desk.openPreset': ({ id }) => {
      const preset = onDesk(() => desk.presets.find(id))
      if (preset === null) throw new PlainProblem(say('This preset is not there any more.'))
      return reopenForm(parts, preset.form)
    },
    'desk.exportPresets': async ({ capability }) => {
      const path = await dialogs.chooseSavePath(say('Kiln presets.json'))
      return path === null ? null : { path, count: await desk.exportPresets(path, capability, nameOf) }
    },
    'desk.importPresets': async () => {
      const path = await dialogs.choosePresetsFile()
      return path === null ? null : desk.importPresets(path)
    },

    'desk.prompts': ({ search, limit }) => onDesk(() => desk.prompts.find(search, limit)),
    'desk.removePrompt': ({ id }) => {
      onDesk(() => desk.prompts.remove(id))
      return null
    },
    'desk.bringBackPrompt': ({ id }) => {
      onDesk(() => desk.prompts.bringBack(id))
      return null
    },

    'contract.news': () => studio.contractNews(),
    'contract.lookAgain': () => studio.lookAtContract('now'),
    'contract.seen': () => {
      onDesk(() => studio.markContractNewsSeen())
      return null
    }
  }

  function settled(form: KeptForm): KeptForm {
    const left = form.left.map((one) => ({ ...one, value: drafts.settle(one.value) }))
    return { ...form, values: drafts.settle(form.values) as Values, left }
  }

  async function opened(form: KeptForm | undefined): Promise<OpenedForm | null> {
    return form === undefined ? null : reopenForm(parts, form)
  }

  async function capabilityOf(id: string): Promise<Capability | null> {
    return (await studio.capabilities()).find((capability) => capability.id === id) ?? null
  }

  function viewOf({ id, name, form, changedAt }: Preset, capability: Capability | null): PresetView {
    const summary = capability === null ? '' : titleOf(capability, form.values, nameOf)
    const isTitle = capability !== null && summary === sayContract(capability.title)
    return {
      id,
      name,
      summary: isTitle ? '' : summary,
      changedAt,
      misfits:
        capability === null ? [say('The service does not offer this any more.')] : misfitsOfForm(capability, form.values, form.modeId)
    }
  }

  function nameOf(reference: MediaReference): string {
    if (isItemReference(reference)) return basename(studio.result(reference.item)?.path ?? 'file')
    return 'file' in reference ? bareName(reference.file) : 'file'
  }
}

/** SQLite's errors in plain words; everything else is a defect and stays one. */
function onDesk<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (!(cause instanceof Error && 'errcode' in cause)) throw cause
    throw new PlainProblem(say('Kiln could not keep this on disk.'), {
      advice: say('Look whether the disk is full. What you see stays until Kiln is closed.'),
      cause
    })
  }
}
