import type { LedgerEntry } from '../../shared/task/ledger.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { useNow } from '../ui/use-now.ts'
import { useAccount, useConnections, useSettings } from '../bridge/use-session.ts'
import { useMemo, useRef, useState } from 'react'
import { navigate } from '../navigation/route.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { Select } from '../ui/select.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import { View } from '../ui/view.tsx'
import styles from './account-view.module.css'
import { Ledger } from './ledger.tsx'
import { ReconciliationReport } from './reconciliation-report.tsx'
import type { LedgerConnectionFilter } from './effective-connection-filter.ts'
import { connectionChoices, entriesToSum, filterLedgerEntries, effectiveConnectionFilter } from './effective-connection-filter.ts'
import { hasSpending, spendingByCapability, spendingByDay } from './spending-by-day.ts'
import type { SpendingChartProps } from './spending-chart.tsx'
import { SpendingChart } from './spending-chart.tsx'
import { DaySpendingBreakdown } from './day-spending-breakdown.tsx'
import { TodaySpending } from './today-spending.tsx'
import { useLedger } from './use-ledger.ts'

export type AccountViewProps = {
  /** Section to focus when the view opens. Null to focus none. */
  readonly section: 'limit' | null
}

const days = 14

/** Shows charged credits, spending limits, the account check and the ledger. */
export function AccountView({ section }: AccountViewProps) {
  const entries = useLedger()
  const account = useAccount()
  const settings = useSettings()
  const scroller = useRef<HTMLDivElement>(null)
  const now = useNow(60_000)
  const connections = useConnections()
  const [chosen, setChosen] = useState<LedgerConnectionFilter | null>(null)
  const all = entries === null || typeof entries === 'string' ? noEntries : entries
  const activeId = account?.connection?.id ?? null
  const choices = useMemo(() => connectionChoices(connections, activeId, all), [connections, activeId, all])
  const shown = effectiveConnectionFilter(chosen, choices, activeId)
  const own = useMemo(() => filterLedgerEntries(all, shown), [all, shown])
  const practiceId = connections.find(({ isPractice }) => isPractice)?.id ?? null
  const counted = useMemo(() => entriesToSum(own, practiceId), [own, practiceId])
  // The limit applies to the active account only.
  const isActive = shown === activeId || choices.length === 0
  const limit = isActive ? (settings?.dailyLimit ?? null) : null
  const chart = spendingByDay(counted, now, days)
  const today = chart.at(-1) ?? { startsAt: now, settled: 0, open: 0 }
  return (
    <View
      label={say('Account')}
      bar={
        <>
          <h1>{say('Account')}</h1>
          {choices.length > 0 && (
            <Select
              label={say('Filter by account')}
              variant="quiet"
              options={[...choices.map(({ id, name }) => ({ value: id, label: name })), { value: 'all', label: say('All accounts') }]}
              value={shown}
              onChange={setChosen}
            />
          )}
          <span className="grow" />
          <Button variant="quiet" icon="settings" onClick={() => navigate({ view: 'settings', section: 'connection' })}>
            {say('Manage connections')}
          </Button>
          {own.length > 0 && <SaveLedger connectionId={shown === 'all' ? null : shown} />}
        </>
      }
    >
      {typeof entries === 'string' ? (
        <EmptyState isCold title={say('The ledger couldn’t be loaded')}>
          {joinSentences(entries, say('Nothing is lost. Your tasks are saved on this computer.'))}
        </EmptyState>
      ) : (
        <ScrollArea label={say('Account')} className={styles.scroll} ref={scroller}>
          <div className={styles.top}>
            {settings !== null && (
              <TodaySpending
                today={today}
                limit={limit}
                isPractice={counted.length > 0 ? counted.every(({ connectionId }) => connectionId === practiceId) : activeId === practiceId}
                isWithoutPractice={counted.length < own.length}
                isLimitFocused={section === 'limit'}
              />
            )}
            <Spent entries={counted} days={chart} limit={limit} now={now} />
          </div>
          <ReconciliationReport connection={choices.length > 0 ? (account?.connection?.name ?? null) : null} />
          {entries !== null && own.length === 0 ? (
            <EmptyState
              title={say('Nothing charged yet')}
              actions={
                <Button variant="go" onClick={() => navigate({ view: 'gallery' })}>
                  {say('Choose a capability')}
                </Button>
              }
            >
              {say('Every task you send is listed here with its cost.')}
            </EmptyState>
          ) : (
            <Ledger entries={own} isOfAll={shown === 'all' && choices.length > 0} now={now} scroller={scroller} />
          )}
        </ScrollArea>
      )}
    </View>
  )
}

const noEntries: readonly LedgerEntry[] = []

/** Shows the chart, or a breakdown by capability while only one day has credits. */
function Spent({ entries, ...chart }: SpendingChartProps & { readonly entries: readonly LedgerEntry[] }) {
  const [first, second] = chart.days.filter(hasSpending)
  if (first === undefined || second !== undefined) return <SpendingChart {...chart} />
  return <DaySpendingBreakdown day={first.startsAt} spent={spendingByCapability(entries, first.startsAt)} now={chart.now} />
}

function SaveLedger({ connectionId }: { readonly connectionId: string | null }) {
  const sayFailure = useFailureToast()
  const toast = useToast()
  const [isSaving, setIsSaving] = useState(false)
  async function save() {
    setIsSaving(true)
    const outcome = await request('ledger.save', { connectionId })
    setIsSaving(false)
    sayFailure(outcome)
    if (outcome.ok && outcome.value) toast({ title: say('Ledger saved'), icon: 'check' })
  }
  return (
    <Button variant="quiet" icon="download" busy={isSaving && say('Saving…')} onClick={() => void save()}>
      {say('Save as CSV')}
    </Button>
  )
}
