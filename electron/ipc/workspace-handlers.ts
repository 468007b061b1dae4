import type { Capability } from '../../shared/form/capability.ts'
import type { SavedForm, OpenedForm, PresetSummary } from '../../shared/form/workspace.ts'
import { fileNameOf } from '../../shared/form/file-names.ts'
import { contractMismatches, taskTitle } from '../../shared/form/fields.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import type { MediaReference, Values } from '../../shared/form/values.ts'
import { isItemReference } from '../../shared/form/values.ts'
import { say, sayContract } from '../../shared/i18n/say.ts'
import type { RequestHandlers } from '../../shared/ipc/ipc.ts'
import type { workspaceRequests } from '../../shared/ipc/workspace.ts'
import { taskIdOfItem } from '../../shared/library/item-id.ts'
import type { Preset } from '../studio.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'
import { runOnWorkspace } from './run-on-workspace.ts'
import { reopenForm } from './reopen-form.ts'

/** Handlers for requests about drafts, presets and prompts. */
export function workspaceHandlers(parts: Pick<HandlerDependencies, 'dialogs' | 'fileTokens' | 'studio'>) {
  const { dialogs, fileTokens, studio } = parts
  const { workspace } = studio

  return {
    'workspace.warning': () => workspace.warning,

    'workspace.saveDraft': ({ capability, draft, form }) =>
      runOnWorkspace(() => {
        if (form === null) workspace.forms.forget('draft', capability, draft)
        else workspace.forms.save('draft', capability, settled(form), draft)
      }),
    'workspace.showDraft': ({ capability, draft }) => runOnWorkspace(() => workspace.forms.showDraft(capability, draft)),
    'workspace.openDrafts': async ({ capability }) => {
      const { drafts, shown } = runOnWorkspace(() => workspace.forms.drafts(capability))
      return { drafts: await Promise.all(drafts.map(async ({ draft, form }) => ({ draft, opened: await reopenForm(parts, form) }))), shown }
    },
    'workspace.openDraft': ({ capability }) => opened(runOnWorkspace(() => workspace.forms.find('draft', capability))?.form),
    'workspace.openSent': ({ capability }) => opened(runOnWorkspace(() => workspace.forms.find('sent', capability))?.form),
    'workspace.openTask': ({ taskId }) => reopenForm(parts, { values: studio.valuesOf(taskId), modeId: null, keptSeeds: [], left: [] }),

    'workspace.openItem': async ({ itemId }) => {
      const recipe = (await studio.library.details(itemId))?.recipe ?? null
      if (recipe === null) throw new UserFacingError(say('Kiln doesn’t know how this file was made.'))
      return reopenForm(parts, { values: recipe.values, modeId: null, keptSeeds: [], left: [] })
    },

    'workspace.presets': async ({ capability }) => {
      const known = await capabilityOf(capability)
      return runOnWorkspace(() => ({
        presets: workspace.presets.list(capability).map((preset) => viewOf(preset, known)),
        lastSentAt: workspace.forms.find('sent', capability)?.keptAt ?? null
      }))
    },
    'workspace.savePreset': async ({ capability, name, form, replaces }) => {
      const known = await capabilityOf(capability)
      return runOnWorkspace(() => {
        if (!replaces && workspace.presets.named(capability, name) !== null) return { kind: 'taken' }
        return {
          kind: 'kept',
          preset: viewOf(workspace.presets.save(capability, name, { ...settled(form), left: [], from: undefined }), known)
        }
      })
    },
    'workspace.renamePreset': ({ id, name }) => runOnWorkspace(() => ({ isTaken: !workspace.presets.rename(id, name) })),
    'workspace.removePreset': ({ id }) => runOnWorkspace(() => workspace.presets.remove(id)),
    'workspace.restorePreset': ({ id }) => runOnWorkspace(() => void workspace.presets.restore(id)),
    'workspace.openPreset': ({ id }) => {
      const preset = runOnWorkspace(() => workspace.presets.find(id))
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

    'workspace.prompts': ({ search, limit }) => runOnWorkspace(() => workspace.prompts.find(search, limit)),
    'workspace.removePrompt': ({ id }) => runOnWorkspace(() => workspace.prompts.remove(id)),
    'workspace.restorePrompt': ({ id }) => runOnWorkspace(() => workspace.prompts.restore(id))
  } satisfies RequestHandlers<typeof workspaceRequests>

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
      mismatches:
        capability === null ? [{ code: 'capability-not-offered', params: {} }] : contractMismatches(capability, form.values, form.modeId)
    }
  }

  function nameOf(reference: MediaReference): string {
    if (isItemReference(reference)) {
      const results = studio.task(taskIdOfItem(reference.item))?.results ?? []
      return results.find(({ id }) => id === reference.item)?.fileName ?? 'file'
    }
    return 'file' in reference ? fileNameOf(reference.file) : 'file'
  }
}
