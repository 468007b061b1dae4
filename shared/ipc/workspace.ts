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
import { idSchema, declareRequest } from './request.ts'

const draftNumber = z.int().min(1).max(1_000_000)
const rowId = z.number().int().positive()

export const workspaceRequests = {
  /** Returns why the workspace database was reset. Null if it wasn't reset. */
  'workspace.warning': declareRequest().returns<{ readonly message: string; readonly advice: string } | null>(),
  /** Saves a draft. `form` is null to delete the draft. `draft` is its number, by default 1. */
  'workspace.saveDraft': declareRequest(
    z.object({ capability: idSchema, draft: draftNumber.optional(), form: savedFormSchema.nullable() })
  ),
  /** Makes a saved draft the one that the form shows, also after a restart. */
  'workspace.showDraft': declareRequest(z.object({ capability: idSchema, draft: draftNumber })),
  'workspace.openDrafts': declareRequest(z.object({ capability: idSchema })).returns<OpenedDrafts>(),
  /** Returns the draft that the form shows. Null if there is no draft. */
  'workspace.openDraft': declareRequest(z.object({ capability: idSchema })).returns<OpenedForm | null>(),
  /** Returns the values that were last sent. Null if none were sent. */
  'workspace.openSent': declareRequest(z.object({ capability: idSchema })).returns<OpenedForm | null>(),
  /** Returns the values of an earlier task. */
  'workspace.openTask': declareRequest(z.object({ taskId: idSchema })).returns<OpenedForm>(),
  /** Returns the values from the recipe of a result whose task isn't in the journal. */
  'workspace.openItem': declareRequest(z.object({ itemId: idSchema })).returns<OpenedForm>(),
  'workspace.presets': declareRequest(z.object({ capability: idSchema })).returns<PresetList>(),
  'workspace.savePreset': declareRequest(
    z.object({ capability: idSchema, name: presetNameSchema, form: savedFormSchema, replaces: z.boolean() })
  ).returns<SavePresetResult>(),
  'workspace.renamePreset': declareRequest(z.object({ id: idSchema, name: presetNameSchema })).returns<{ readonly isTaken: boolean }>(),
  'workspace.removePreset': declareRequest(z.object({ id: idSchema })),
  'workspace.restorePreset': declareRequest(z.object({ id: idSchema })),
  'workspace.openPreset': declareRequest(z.object({ id: idSchema })).returns<OpenedForm>(),
  /**
   * Exports presets to a file that the user chooses in the system's dialog. `capability` is null for all presets. Null if the user closed
   * the dialog.
   */
  'workspace.exportPresets': declareRequest(z.object({ capability: idSchema.nullable() })).returns<{
    readonly path: string
    readonly count: number
  } | null>(),
  'workspace.importPresets': declareRequest().returns<PresetImportResult | null>(),
  'workspace.prompts': declareRequest(z.object({ search: z.string().max(500), limit: z.number().int().min(1).max(500) })).returns<
    readonly PromptEntry[]
  >(),
  'workspace.removePrompt': declareRequest(z.object({ id: rowId })),
  'workspace.restorePrompt': declareRequest(z.object({ id: rowId }))
}
