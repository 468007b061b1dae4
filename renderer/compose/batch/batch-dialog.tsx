import { useState } from 'react'
import type { BatchWay } from '../../../shared/batch/batch.ts'
import type { Capability } from '../../../shared/capability.ts'
import { everyFieldOf } from '../../../shared/fields.ts'
import type { SpendingConsent } from '../../../shared/spending.ts'
import type { Values } from '../../../shared/values.ts'
import { say } from '../../../shared/words/say.ts'
import { request, takeDroppedSource } from '../../bridge/kiln.ts'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useAnnounce } from '../../ui/live-region.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { tabPanel, Tabs, type Tab } from '../../ui/tabs.tsx'
import { useToast } from '../../ui/toasts.tsx'
import type { Refusal } from '../use-compose-form.ts'
import styles from './batch-dialog.module.css'
import { BatchFoot } from './batch-foot.tsx'
import { BatchResult } from './batch-result.tsx'
import { recalledWish, rememberWish } from './batch-memory.ts'
import { type BatchWish, emptyWish, mediaFieldsOf, readyWish, seedFieldOf, withTable } from './batch-wish.ts'
import { FolderWay } from './folder-way.tsx'
import { GridWay } from './grid-way.tsx'
import { SeedsWay } from './seeds-way.tsx'
import { TableWay } from './table-way.tsx'
import { useBatchCount } from './use-batch-count.ts'
import { useSourceDrop } from './use-source-drop.ts'

export type BatchDialogProps = {
  readonly capability: Capability
  /** What the form would send: every row starts from it. */
  readonly values: Values
  readonly onClose: () => void
  /** Opens the queue at a task or batch. */
  readonly onOpenTask: (id: string) => void
  readonly onOpenAccount: () => void
}

/** Many tasks of one form: how the rows are made at the left, what comes of it at the right, and the one button beneath. */
export function BatchDialog({ capability, values, onClose, onOpenTask, onOpenAccount }: BatchDialogProps) {
  const fields = everyFieldOf(capability)
  const [wish, setWish] = useState<BatchWish>(() => recalledWish(capability.id) ?? emptyWish(fields))
  const [trouble, setTrouble] = useState<Refusal | null>(null)
  const [isLeavingOut, setIsLeavingOut] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isSending, setIsSending] = useState(false)
  const announce = useAnnounce()
  const toast = useToast()
  const ready = readyWish(wish, fields)
  const count = useBatchCount(capability, values, 'source' in ready ? ready.source : null)
  const plan = count.state === 'counted' ? count.plan : null
  const leavesOut = plan !== null && isLeavingOut === plan.id

  function change(next: BatchWish): void {
    setWish(next)
    rememberWish(capability.id, next)
    setTrouble(null)
    setRefusal(null)
  }
  async function take(file: File): Promise<void> {
    const outcome = await takeDroppedSource(file, { capability: capability.id, field: wish.folder.field })
    if (!outcome.ok) return setTrouble(outcome)
    if (outcome.value.kind === 'table') change(withTable(wish, outcome.value.table))
    else change({ ...wish, way: 'folder', folder: { ...wish.folder, found: outcome.value.folder } })
  }
  const isOver = useSourceDrop((file) => void take(file))
  async function send(consent: readonly SpendingConsent[] = []): Promise<void> {
    if (plan === null || isSending) return
    setIsSending(true)
    setRefusal(null)
    const outcome = await request('batch.start', { plan: plan.id, leaveOutBad: leavesOut, consent: [...consent] })
    setIsSending(false)
    if (!outcome.ok) return setRefusal(outcome)
    const words = say('{count, plural, one {# task} other {# tasks}} in the queue', { count: plan.count })
    announce(words)
    toast({ title: words, icon: 'batch', action: { label: say('Show'), onSelect: () => onOpenTask(outcome.value.id) } })
    onClose()
  }

  const ways: readonly Tab<BatchWay>[] = [
    { value: 'seeds', label: seedFieldOf(fields) === null ? say('Repeat') : say('Seeds') },
    ...(mediaFieldsOf(fields).length === 0 ? [] : [{ value: 'folder' as const, label: say('Folder') }]),
    { value: 'table', label: say('Table') },
    { value: 'grid', label: say('Grid') }
  ]
  const way = { capability, fields, values, wish, onChange: change, onTrouble: setTrouble }
  return (
    <Dialog isOpen onClose={onClose} title={say('Batch: {title}', { title: capability.title })} hasHiddenTitle width="broad">
      <header className={styles.head}>
        <h2 className={classNames('cut', styles.title)}>{say('Batch')}</h2>
        <span dir="auto" className={classNames('ink-3 cut', styles.of)}>
          {capability.title}
        </span>
        <Tabs
          label={say('Where the rows come from')}
          id="batch"
          tabs={ways}
          value={wish.way}
          onChange={(next) => change({ ...wish, way: next })}
        />
        <span className="grow" />
        <IconButton label={say('Close')} icon="close" size="small" onClick={onClose} tooltipSide="bottom" />
      </header>
      <div className={classNames(styles.columns, isOver && styles.over)}>
        <ScrollArea label={say('Rows')} className={styles.way}>
          <div {...tabPanel('batch', wish.way)}>
            {wish.way === 'seeds' && <SeedsWay {...way} />}
            {wish.way === 'folder' && <FolderWay {...way} />}
            {wish.way === 'table' && <TableWay {...way} />}
            {wish.way === 'grid' && <GridWay {...way} />}
          </div>
        </ScrollArea>
        <BatchResult
          capability={capability}
          wish={wish}
          missing={'missing' in ready ? ready.missing : null}
          count={count}
          trouble={trouble}
          leavesOut={leavesOut}
          onLeaveOut={(leave) => setIsLeavingOut(leave && plan !== null ? plan.id : null)}
        />
      </div>
      <BatchFoot
        capability={capability}
        count={count}
        missing={'missing' in ready ? ready.missing : null}
        leavesOut={leavesOut}
        refusal={refusal}
        isSending={isSending}
        onSend={(consent) => void send(consent)}
        onOpenTask={onOpenTask}
        onOpenAccount={onOpenAccount}
      />
    </Dialog>
  )
}
