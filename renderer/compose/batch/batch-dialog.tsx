import type { FailedOutcome } from '../../../shared/ipc/outcome.ts'
import { useEffect, useState } from 'react'
import type { Capability } from '../../../shared/form/capability.ts'
import { allFieldsOf } from '../../../shared/form/fields.ts'
import type { SpendingConsent } from '../../../shared/task/spending.ts'
import type { Values } from '../../../shared/form/values.ts'
import { say } from '../../../shared/i18n/say.ts'
import { request, openDroppedSource } from '../../bridge/kiln.ts'
import type { BatchResults } from '../../navigation/form-prefill.ts'
import { openTask } from '../../navigation/open-task.ts'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useAnnounce } from '../../ui/live-region.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { tabPanelProps, Tabs, type Tab } from '../../ui/tabs.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { currentForm } from '../forms-store.ts'
import styles from './batch-dialog.module.css'
import { BatchFooter } from './batch-footer.tsx'
import { BatchPreview } from './batch-preview.tsx'
import { lastBatchInput, rememberBatchInput } from './batch-memory.ts'
import {
  type BatchInput,
  type BatchInputWay,
  emptyBatchInput,
  mediaFieldsOf,
  batchSourceFromInput,
  seedFieldOf,
  withTableSource
} from './batch-input.ts'
import type { BatchText } from './batch-source-props.ts'
import { FolderSource } from './folder-source.tsx'
import { GridSource } from './grid-source.tsx'
import { ResultsSource } from './results-source.tsx'
import { SeedsSource } from './seeds-source.tsx'
import { TableSource } from './table-source.tsx'
import { batchPlanOrError, useBatchPlan } from './use-batch-plan.ts'
import { useCellEdits } from './use-cell-edits.ts'
import { useSourceDrop } from './use-source-drop.ts'

export type BatchDialogProps = {
  readonly capability: Capability
  /** Current form values, from which every row starts. */
  readonly values: Values
  /** The form's main text. Null if the form has none. */
  readonly text: BatchText | null
  /** Results to start with. Null to continue with the previous options. */
  readonly results: BatchResults | null
  readonly onClose: () => void
}

/**
 * Dialog that creates many tasks from one form. The options are on the left and the resulting rows on the right. The footer has one send
 * button for all rows.
 */
export function BatchDialog({ capability, values, text, results, onClose }: BatchDialogProps) {
  const fields = allFieldsOf(capability)
  const [batchRequest, setBatchRequest] = useState<BatchInput>(() => {
    const last = lastBatchInput(capability.id) ?? emptyBatchInput(fields)
    return results === null ? last : { ...last, way: 'results', results }
  })
  const [trouble, setTrouble] = useState<FailedOutcome | null>(null)
  const [skippingPlanId, setSkippingPlanId] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<FailedOutcome | null>(null)
  const [isSending, setIsSending] = useState(false)
  const announce = useAnnounce()
  const toast = useToast()
  const ready = batchSourceFromInput(batchRequest, { capability, values })
  const counted = useBatchPlan(capability, values, 'source' in ready ? ready.source : null)
  const count = batchPlanOrError(trouble, counted)
  const plan = count.state === 'counted' ? count.plan : null
  const skipsInvalid = plan !== null && skippingPlanId === plan.id

  useEffect(() => rememberBatchInput(capability.id, batchRequest), [capability.id, batchRequest])
  function change(next: BatchInput): void {
    setBatchRequest(next)
    setTrouble(null)
    setRefusal(null)
  }
  async function take(file: File): Promise<void> {
    const outcome = await openDroppedSource(file, { capability: capability.id, field: batchRequest.folder.field })
    if (!outcome.ok) return setTrouble(outcome)
    if (outcome.value.kind === 'table') change(withTableSource(batchRequest, outcome.value.table))
    else change({ ...batchRequest, way: 'folder', folder: { ...batchRequest.folder, found: outcome.value.folder } })
  }
  const { editCell, undoEdits } = useCellEdits(capability.id, batchRequest, change)
  const isOver = useSourceDrop((file) => void take(file))
  async function send(consent: readonly SpendingConsent[] = []): Promise<void> {
    if (plan === null || isSending) return
    setIsSending(true)
    setRefusal(null)
    const outcome = await request('batch.start', {
      plan: plan.id,
      skipInvalid: skipsInvalid,
      from: currentForm(capability.id).from,
      isAction: batchRequest.way === 'results' && batchRequest.results.isAction,
      consent: [...consent]
    })
    setIsSending(false)
    if (!outcome.ok) return setRefusal(outcome)
    const words = say('{count, plural, one {# task} other {# tasks}} added to the queue', { count: plan.count })
    announce(words)
    toast({ title: words, icon: 'batch', action: { label: say('Show'), onSelect: () => openTask(outcome.value.id) } })
    onClose()
  }

  const hasMedia = mediaFieldsOf(fields).length > 0
  const ways: readonly Tab<BatchInputWay>[] = [
    { value: 'seeds', label: seedFieldOf(fields) === null ? say('Repeat') : say('Seeds') },
    ...(hasMedia || batchRequest.way === 'results' ? [{ value: 'results' as const, label: say('Results') }] : []),
    ...(hasMedia ? [{ value: 'folder' as const, label: say('Folder') }] : []),
    { value: 'table', label: say('Table') },
    { value: 'grid', label: say('Grid') }
  ]
  const source = { capability, fields, values, text, batchRequest, onChange: change, onError: setTrouble }
  return (
    <Dialog isOpen onClose={onClose} title={say('Batch: {title}', { title: capability.title })} hasHiddenTitle width="broad">
      <header className={styles.head}>
        <h2 className={classNames('cut', styles.title)}>{say('Batch')}</h2>
        <span dir="auto" className={classNames('ink-3 cut', styles.of)}>
          {capability.title}
        </span>
        <Tabs
          label={say('Row source')}
          id="batch"
          tabs={ways}
          value={batchRequest.way}
          onChange={(next) => change({ ...batchRequest, way: next })}
        />
        <span className="grow" />
        <IconButton label={say('Close')} icon="close" size="small" onClick={onClose} tooltipSide="bottom" />
      </header>
      <div className={classNames(styles.columns, isOver && styles.over)}>
        <ScrollArea label={say('Batch options')} className={styles.way}>
          <div {...tabPanelProps('batch', batchRequest.way)}>
            {batchRequest.way === 'seeds' && <SeedsSource {...source} />}
            {batchRequest.way === 'results' && <ResultsSource {...source} />}
            {batchRequest.way === 'folder' && <FolderSource {...source} />}
            {batchRequest.way === 'table' && <TableSource {...source} />}
            {batchRequest.way === 'grid' && <GridSource {...source} />}
          </div>
        </ScrollArea>
        <BatchPreview
          capability={capability}
          batchRequest={batchRequest}
          count={count}
          onKeepPrevious={trouble === null || counted.state === 'nothing' ? null : () => setTrouble(null)}
          skipsInvalid={skipsInvalid}
          onEdit={editCell}
          onUndoEdits={undoEdits}
          onSkipInvalid={(leave) => setSkippingPlanId(leave && plan !== null ? plan.id : null)}
        />
      </div>
      <BatchFooter
        capability={capability}
        count={count}
        missing={'missing' in ready ? ready.missing : null}
        skipsInvalid={skipsInvalid}
        refusal={refusal}
        onCancel={() => setRefusal(null)}
        isSending={isSending}
        onSend={(consent) => void send(consent)}
      />
    </Dialog>
  )
}
