import type { CellEdit } from '../../../shared/form/batch/batch-source.ts'
import { say } from '../../../shared/i18n/say.ts'
import { useToast } from '../../ui/toasts.tsx'
import { setValueWithUndo } from '../set-value-with-undo.ts'
import { lastBatchInput } from './batch-memory.ts'
import { type BatchInput, withCellEdit, withCellEdits } from './batch-input.ts'

/** Edits cells of the chosen table for this batch, and undoes all edits. Does nothing once another table is chosen. */
export function useCellEdits(capabilityId: string, batchRequest: BatchInput, change: (next: BatchInput) => void) {
  const toast = useToast()
  const { found, edits } = batchRequest.table
  const latest = (): BatchInput => lastBatchInput(capabilityId) ?? batchRequest
  // Changes the table, unless the user has chosen another table meanwhile. A cell's input applies its text only when the input is removed.
  function changeTable(changed: (now: BatchInput) => BatchInput): void {
    if (latest().table.found === found) change(changed(latest()))
  }
  return {
    editCell: (edit: CellEdit): void => changeTable((now) => withCellEdit(now, edit)),
    undoEdits: (): void => {
      const action = setValueWithUndo<readonly CellEdit[]>([], {
        read: () => latest().table.edits,
        write: (next) => changeTable((now) => withCellEdits(now, next)),
        title: say('Previous changes restored'),
        toast
      })
      toast({ title: say('{count, plural, one {Change} other {# changes}} undone', { count: edits.length }), icon: 'undo', action })
    }
  }
}
