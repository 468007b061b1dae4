import { useEffect, useState } from 'react'
import {
  type ContractFacts,
  type Diagnostics,
  type IntegrityReport,
  storedDataParts,
  type StoredDataPart
} from '../../shared/app/diagnostics.ts'
import type { RequestLogEntry } from '../../shared/app/request-log.ts'
import { joinNames } from '../../shared/i18n/join.ts'
import { say, word } from '../../shared/i18n/say.ts'
import { subscribe, request } from '../bridge/kiln.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatBytes, formatTimeWithSeconds } from '../ui/format.ts'
import { Switch } from '../ui/switch.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import styles from './diagnostics-panel.module.css'

const partText: Readonly<Record<StoredDataPart, string>> = {
  journal: word('Tasks and backups'),
  desk: word('Drafts and presets'),
  library: word('Library index'),
  thumbnails: word('Thumbnails'),
  previews: word('Face previews'),
  logs: word('Logs'),
  crashDumps: word('Crash reports'),
  practice: word('Practice service')
}

/** Diagnostic facts, a check of the stored data, and the diagnostics file for support. */
export function DiagnosticsPanel() {
  const tell = useFailureToast()
  const toast = useToast()
  const [found, setFound] = useState<Diagnostics | null>(null)
  const [areRequestsOpen, setAreRequestsOpen] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const [withCrashDumps, setWithCrashDumps] = useState(false)
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null)
  const [isChecking, setIsChecking] = useState(false)
  const [report, setReport] = useState<IntegrityReport | null>(null)

  useEffect(() => {
    let isShown = true
    void request('diagnostics.read').then((answer) => {
      if (isShown && answer.ok) setFound(answer.value)
    })
    const stop = subscribe('diagnostics.progress', setProgress)
    return () => {
      isShown = false
      stop()
    }
  }, [])

  async function openRequests() {
    const answer = await request('diagnostics.read')
    tell(answer)
    if (!answer.ok) return
    setFound(answer.value)
    setAreRequestsOpen(true)
  }
  async function check() {
    setProgress(null)
    setIsChecking(true)
    const answer = await request('diagnostics.check')
    setIsChecking(false)
    tell(answer)
    if (answer.ok) setReport(answer.value)
  }
  async function save() {
    setIsSaving(true)
    const answer = await request('diagnostics.save', { withCrashDumps })
    setIsSaving(false)
    tell(answer)
    if (answer.ok && answer.value !== null) toast({ icon: 'check', tone: 'done', title: say('Saved'), description: answer.value })
  }

  return (
    <div className={styles.panel}>
      {found !== null && <Facts found={found} />}
      {report !== null && <Report report={report} />}
      <div className={styles.actions}>
        <Button
          busy={
            isChecking &&
            (progress === null
              ? say('Checking…')
              : say('Checked {done, number} of {total, number}', { done: progress.done, total: progress.total }))
          }
          onClick={() => void check()}
        >
          {say('Check stored data')}
        </Button>
        {isChecking && (
          <Button variant="quiet" onClick={() => void request('diagnostics.stopCheck').then(tell)}>
            {say('Stop')}
          </Button>
        )}
        <Button onClick={() => void openRequests()}>{say('Show requests')}</Button>
        <Button busy={isSaving && say('Saving…')} onClick={() => void save()}>
          {say('Save diagnostics file')}
        </Button>
      </div>
      {found !== null && found.crashDumps > 0 && (
        <Switch
          label={say('Include crash reports')}
          help={say(
            'Crash reports can contain anything in memory, including prompts, images and your API key. Only share {count, plural, one {this report} other {these # reports}} with people you trust.',
            { count: found.crashDumps }
          )}
          checked={withCrashDumps}
          onChange={setWithCrashDumps}
        />
      )}
      <p className="small ink-3">
        {withCrashDumps
          ? say(
              'The file contains logs, requests, versions, settings and details of failed tasks. It also contains the full crash reports.'
            )
          : say(
              'The file contains logs, requests, versions, settings and details of failed tasks. It doesn’t contain API keys, passwords or prompts.'
            )}
      </p>
      <Dialog
        isOpen={areRequestsOpen}
        onClose={() => setAreRequestsOpen(false)}
        title={say('Requests')}
        width="large"
        description={say('The last {count, plural, one {# request} other {# requests}} since you opened Kiln, newest first.', {
          count: found?.requests.length ?? 0
        })}
      >
        <RequestTable requests={found?.requests ?? []} />
      </Dialog>
    </div>
  )
}

/** Versions of Kiln’s parts, and sizes of the stored data. */
function Facts({ found }: { readonly found: Diagnostics }) {
  return (
    <dl className={styles.facts}>
      {Object.entries(found.versions).map(([name, version]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd className="num" data-selectable>
            {version ?? say('unknown')}
          </dd>
        </div>
      ))}
      <div className={styles.fact}>
        <dt>{say('API definition')}</dt>
        <dd className="num" data-selectable>
          {contractText(found.contract)}
        </dd>
      </div>
      {storedDataParts.map((part) => (
        <div key={part} className={styles.fact}>
          <dt>{say(partText[part])}</dt>
          <dd className="num">{formatBytes(found.sizes[part])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns text with the active API definition's version and digest, and the time when Kiln loaded it. */
function contractText({ version, digest, readAt }: ContractFacts): string {
  const read = readAt === null ? say('not loaded since Kiln started') : say('loaded {when}', { when: formatTimeWithSeconds(readAt) })
  if (digest === null) return say('not loaded yet')
  return version === null ? say('{digest}, {read}', { digest, read }) : say('{version} ({digest}), {read}', { version, digest, read })
}

function Report({ report: { databases, results, isStopped } }: { readonly report: IntegrityReport }) {
  const torn = databases.filter(({ faults }) => faults.length > 0)
  const amiss = [...results.changed, ...results.missing]
  const isWhole = torn.length === 0 && amiss.length === 0
  return (
    <Banner
      tone={isWhole ? 'done' : 'failed'}
      icon={isWhole ? 'check' : 'warning'}
      title={
        isWhole
          ? say('{looked, plural, one {# result} other {# results}} checked. No problems found.', { looked: results.looked })
          : say('Problems found in stored data.')
      }
    >
      {isStopped && <div>{say('The check was stopped early.')}</div>}
      {torn.map(({ name, faults }) => (
        <div key={name} data-selectable>
          {say('{part}: {fault}', { part: say(partText[name]), fault: faults[0] ?? '' })}
        </div>
      ))}
      {results.changed.length > 0 && (
        <div data-selectable>{say('Changed by another app: {names}', { names: joinNames(results.changed.slice(0, 20)) })}</div>
      )}
      {results.missing.length > 0 && (
        <div data-selectable>{say('Can’t be read: {names}', { names: joinNames(results.missing.slice(0, 20)) })}</div>
      )}
    </Banner>
  )
}

function RequestTable({ requests }: { readonly requests: readonly RequestLogEntry[] }) {
  return (
    <ScrollArea label={say('Requests')} className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{say('Time')}</th>
            <th scope="col">{say('Request')}</th>
            <th scope="col">{say('Response')}</th>
            <th scope="col">{say('Time taken')}</th>
            <th scope="col">{say('Sent')}</th>
            <th scope="col">{say('Received')}</th>
            <th scope="col">{say('Request ID')}</th>
          </tr>
        </thead>
        <tbody>
          {requests.map((entry, place) => (
            <tr key={`${entry.at} ${entry.path} ${requests.length - place}`}>
              <td className="num">{formatTimeWithSeconds(entry.at)}</td>
              <td className={styles.path} data-selectable title={entry.origin}>
                <bdi dir="ltr">
                  {entry.method} {entry.path}
                </bdi>
              </td>
              <td className="num">{entry.status ?? entry.code}</td>
              <td className="num">{say('{time, number} ms', { time: entry.durationInMs })}</td>
              <td className="num">{entry.sentBytes === null ? '' : formatBytes(entry.sentBytes)}</td>
              <td className="num">{formatBytes(entry.receivedBytes)}</td>
              <td className="id" data-selectable>
                {entry.requestId}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}
