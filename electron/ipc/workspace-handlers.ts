import { basename } from 'node:path'
import type { Capability } from '../../shared/form/capability.ts'
import type { SavedForm, OpenedForm, PresetSummary } from '../../shared/form/workspace.ts'
import { contractMismatches, taskTitle } from '../../shared/form/fields.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import type { MediaReference, Values } from '../../shared/form/values.ts'
import { isItemReference } from '../../shared/form/values.ts'
import { say, sayContract } from '../../shared/i18n/say.ts'
import { taskIdOfItem } from '../../shared/library/item-id.ts'
import type { Preset, Studio } from '../studio.ts'
import type { FileTokens } from './file-tokens.ts'
import { crossPlatformBasename } from './file-tokens.ts'
import type { Handlers } from './handlers.ts'
import type { DialogsPort } from './ports.ts'
import { reopenForm } from './reopen-form.ts'

type WorkspaceHandlers = Pick<Handlers, Extract<keyof Handlers, `workspace.${string}` | `contract.${string}`>>

/** Handlers for requests about drafts, presets, prompts and the contract. */
export function createWorkspaceHandlers(parts: {
  readonly studio: Studio
  readonly fileTokens: FileTokens
  readonly dialogs: Pick<DialogsPort, 'choosePresetsFile' | 'chooseSavePath'>
}): WorkspaceHandlers {
  const { studio, fileTokens, dialogs } = parts
  const { workspace } = studio

  return {
    'workspace.warning': () => workspace.warning,

    'workspace.saveDraft': ({ capability, form }) => {
      onWorkspace(() =>
        form === null ? workspace.forms.forget('draft', capability) : workspace.forms.save('draft', capability, settled(form))
      )
      return null
    },
    'workspace.openDraft': ({ capability }) => opened(onWorkspace(() => workspace.forms.find('draft', capability))?.form),
    'workspace.openSent': ({ capability }) => opened(onWorkspace(() => workspace.forms.find('sent', capability))?.form),
    'workspace.openTask': ({ taskId }) => {
      const task = studio.task(taskId)
      if (task === null) throw new UserFacingError(say('Kiln can’t find this task.'))
      return reopenForm(parts, { values: task.values, modeId: null, keptSeeds: [], left: [] })
    },

    'workspace.openItem': async ({ itemId }) => {
      const recipe = (await studio.library.details(itemId))?.recipe ?? null
      if (recipe === null) throw new UserFacingError(say('Kiln doesn’t know how this file was made.'))
      return reopenForm(parts, { values: recipe.values, modeId: null, keptSeeds: [], left: [] })
    },

    'workspace.presets': async ({ capability }) => {
      const known = await capabilityOf(capability)
      return onWorkspace(() => ({
        presets: workspace.presets.list(capability).map((preset) => viewOf(preset, known)),
        lastSentAt: workspace.forms.find('sent', capability)?.keptAt ?? null
      }))
    },
    'workspace.savePreset': async ({ capability, name, form, replaces }) => {
      const known = await capabilityOf(capability)
      return onWorkspace(() => {
        if (!replaces && workspace.presets.named(capability, name) !== null) return { kind: 'taken' }
        return { kind: 'kept', preset: viewOf(workspace.presets.save(capability, name, { ...settled(form), left: [] }), known) }
      })
    },
    'workspace.renamePreset': ({ id, name }) => onWorkspace(() => ({ isTaken: !workspace.presets.rename(id, name) })),
    'workspace.removePreset': ({ id }) => {
      onWorkspace(() => workspace.presets.remove(id))
      return null
    },
    'workspace.restorePreset': ({ id }) => {
      onWorkspace(() => workspace.presets.restore(id))
      return null
    },
    'workspace.openPreset': ({ id }) => {
      const preset = onWorkspace(() => workspace.presets.find(id))
      if (preset === null) throw new UserFacingError(say('This preset no longer exists.'))
      return reopenForm(parts, preset.form)
    },
    'workspace.exportPresets': async ({ capability }) => {
      const path = await dialogs.chooseSavePath(say('Kiln presets.json'))
      return path === null ? null : { path, count: await workspace.exportPresets(path, capability, nameOf) }
    },
    'workspace.importPresets': async () => {
      const path = await dialogs.choosePresetsFile()
      return path === null ? null : workspace.importPresets(path)
    },

    'workspace.prompts': ({ search, limit }) => onWorkspace(() => workspace.prompts.find(search, limit)),
    'workspace.removePrompt': ({ id }) => {
      onWorkspace(() => workspace.prompts.remove(id))
      return null
    },
    'workspace.restorePrompt': ({ id }) => {
      onWorkspace(() => workspace.prompts.restore(id))
      return null
    },

    'contract.changes': () => studio.contractChanges(),
    'contract.checkAgain': () => studio.checkContract('now'),
    'contract.seen': () => {
      onWorkspace(() => studio.markContractChangesSeen())
      return null
    }
  }

  function settled(form: SavedForm): SavedForm {
    const left = form.left.map((one) => ({ ...one, value: fileTokens.settle(one.value) }))
    return { ...form, values: fileTokens.settle(form.values) as Values, left }
  }

  async function opened(form: SavedForm | undefined): Promise<OpenedForm | null> {
    return form === undefined ? null : reopenForm(parts, form)
  }

  async function capabilityOf(id: string): Promise<Capability | null> {
    return (await studio.capabilities()).find((capability) => capability.id === id) ?? null
  }

  function viewOf({ id, name, form, changedAt }: Preset, capability: Capability | null): PresetSummary {
    const summary = capability === null ? '' : taskTitle(capability, form.values, nameOf)
    const isTitle = capability !== null && summary === sayContract(capability.title)
    return {
      id,
      name,
      summary: isTitle ? '' : summary,
      changedAt,
      validationErrors:
        capability === null
          ? [say('The service no longer offers this capability.')]
          : contractMismatches(capability, form.values, form.modeId)
    }
  }

  function nameOf(reference: MediaReference): string {
    if (isItemReference(reference)) {
      const results = studio.task(taskIdOfItem(reference.item))?.results ?? []
      return basename(results.find(({ id }) => id === reference.item)?.path ?? 'file')
    }
    return 'file' in reference ? crossPlatformBasename(reference.file) : 'file'
  }
}

/** Runs `work` and converts SQLite errors to a `UserFacingError`. All other errors are bugs and are rethrown. */
function onWorkspace<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (!(cause instanceof Error && 'errcode' in cause)) throw cause
    throw new UserFacingError(say('Kiln couldn’t save your changes to disk.'), {
      advice: say('Check whether the disk is full. Your changes are kept until you quit Kiln.'),
      cause
    })
  }
}
