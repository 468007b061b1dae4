import { z } from 'zod'
import {
  type OpenedDrafts,
  type OpenedForm,
  type PresetImportResult,
  type SavePresetResult,
  type PresetList,
  type PromptEntry,
  savedFormSchema,
  presetNameSchema
} from '../form/workspace.ts'
import { id, request } from './request.ts'

const draftNumber = z.int().min(1).max(1_000_000)
const rowId = z.number().int().positive()

export const workspaceRequests = {
  /** Returns why the workspace database was reset. Null if it wasn't reset. */
  'workspace.warning': request().returns<{ readonly message: string; readonly advice: string } | null>(),
  /** `form` is null to delete the draft. `draft` is its number, by default 1. */
  'workspace.saveDraft': request(z.object({ capability: id, draft: draftNumber.optional(), form: savedFormSchema.nullable() })),
  /** Makes a saved draft the one that the form shows, also after a restart. */
  'workspace.showDraft': request(z.object({ capability: id, draft: draftNumber })),
  'workspace.openDrafts': request(z.object({ capability: id })).returns<OpenedDrafts>(),
  /** Returns the draft that the form shows. */
  'workspace.openDraft': request(z.object({ capability: id })).returns<OpenedForm | null>(),
  /** Returns the values that were last sent. */
  'workspace.openSent': request(z.object({ capability: id })).returns<OpenedForm | null>(),
  /** Returns the values of an earlier task. */
  'workspace.openTask': request(z.object({ taskId: id })).returns<OpenedForm>(),
  /** Returns the values from the recipe of a result whose task isn't in the journal. */
  'workspace.openItem': request(z.object({ itemId: id })).returns<OpenedForm>(),
  'workspace.presets': request(z.object({ capability: id })).returns<PresetList>(),
  'workspace.savePreset': request(
    z.object({ capability: id, name: presetNameSchema, form: savedFormSchema, replaces: z.boolean() })
  ).returns<SavePresetResult>(),
  'workspace.renamePreset': request(z.object({ id, name: presetNameSchema })).returns<{ readonly isTaken: boolean }>(),
  'workspace.removePreset': request(z.object({ id })),
  'workspace.restorePreset': request(z.object({ id })),
  'workspace.openPreset': request(z.object({ id })).returns<OpenedForm>(),
  /** Opens the system's own dialog. `capability` is null for all presets. Null if the user closed the dialog. */
  'workspace.exportPresets': request(z.object({ capability: id.nullable() })).returns<{
    readonly path: string
    readonly count: number
  } | null>(),
  'workspace.importPresets': request().returns<PresetImportResult | null>(),
  'workspace.prompts': request(z.object({ search: z.string().max(500), limit: z.number().int().min(1).max(500) })).returns<
    readonly PromptEntry[]
  >(),
  'workspace.removePrompt': request(z.object({ id: rowId })),
  'workspace.restorePrompt': request(z.object({ id: rowId }))
}
