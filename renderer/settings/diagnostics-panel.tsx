import { useEffect, useState } from 'react'
import { type ContractFacts, type Diagnostics, type IntegrityReport, storedParts, type StoredPart } from '../../shared/diagnostics.ts'
import type { RequestEntry } from '../../shared/request-log.ts'
import { inARow } from '../../shared/words/join.ts'
import { say, word } from '../../shared/words/say.ts'
import { listen, request } from '../bridge/kiln.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { byteWords, exactClockWords } from '../ui/figures.ts'
import { Switch } from '../ui/switch.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import styles from './diagnostics-panel.module.css'

const partWords: Readonly<Record<StoredPart, string>> = {
  journal: word('Journal and its copies'),
  desk: word('Drafts and presets'),
  library: word('Index of the library'),
  thumbnails: word('Thumbnails'),
  previews: word('Previews of faces'),
  logs: word('Logs'),
  crashDumps: word('Crash reports'),
  practice: word('Practice service')
}

/** What there is to know when something is amiss, and the file that support asks for. */
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
    const stop = listen('diagnostics.progress', setProgress)
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
    if (answer.ok && answer.value !== null) toast({ icon: 'check', tone: 'done', title: say('Saved'), words: answer.value })
  }

  return (
    <div className={styles.panel}>
      {found !== null && (
        <dl className={styles.facts}>
          {Object.entries(found.versions).map(([name, version]) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd className="num" data-selectable>
                {version ?? say('not known')}
              </dd>
            </div>
          ))}
          <div className={styles.fact}>
            <dt>{say('Contract')}</dt>
            <dd className="num" data-selectable>
              {contractWords(found.contract)}
            </dd>
          </div>
          {storedParts.map((part) => (
            <div key={part} className={styles.fact}>
              <dt>{say(partWords[part])}</dt>
              <dd className="num">{byteWords(found.sizes[part])}</dd>
            </div>
          ))}
        </dl>
      )}
      {report !== null && <Report report={report} />}
      <div className={styles.actions}>
        <Button
          busy={
            isChecking &&
            (progress === null
              ? say('Looking')
              : say('Looked at {done, number} of {total, number}', { done: progress.done, total: progress.total }))
          }
          onClick={() => void check()}
        >
          {say('Check what is stored')}
        </Button>
        {isChecking && (
          <Button look="quiet" onClick={() => void request('diagnostics.stopCheck').then(tell)}>
            {say('Stop')}
          </Button>
        )}
        <Button onClick={() => void openRequests()}>{say('Requests')}</Button>
        <Button busy={isSaving && say('Saving')} onClick={() => void save()}>
          {say('Save all as one file')}
        </Button>
      </div>
      {found !== null && found.crashDumps > 0 && (
        <Switch
          label={say('Add the crash reports to the file')}
          help={say(
            'A crash report is a copy of what was in memory: prompts, pictures and even your key may be in it. Add {count, plural, one {it} other {them}} only for somebody whom you trust.',
            { count: found.crashDumps }
          )}
          checked={withCrashDumps}
          onChange={setWithCrashDumps}
        />
      )}
      <p className="small ink-3">
        {withCrashDumps
          ? say('The file holds logs, requests, versions, settings, the facts of failed tasks, and crash reports with whatever is in them.')
          : say(
              'The file holds logs, requests, versions, settings and the facts of failed tasks. No key, no password and no prompt is in it.'
            )}
      </p>
      <Dialog
        isOpen={areRequestsOpen}
        onClose={() => setAreRequestsOpen(false)}
        title={say('Requests')}
        width="large"
        description={say('The last {count, plural, one {# request} other {# requests}} since Kiln was opened, the newest first.', {
          count: found?.requests.length ?? 0
        })}
      >
        <RequestTable requests={found?.requests ?? []} />
      </Dialog>
    </div>
  )
}

/** Which contract is in force, by its own name and its digest, and when it was read. */
function contractWords({ version, digest, readAt }: ContractFacts): string {
  const read = readAt === null ? say('not read since the start') : say('read {when}', { when: exactClockWords(readAt) })
  if (digest === null) return say('not read yet')
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
          ? say('{looked, plural, one {# result was} other {# results were}} looked at, and all is whole.', { looked: results.looked })
          : say('Not all is as it was kept.')
      }
    >
      {isStopped && <div>{say('It was stopped before the end.')}</div>}
      {torn.map(({ name, faults }) => (
        <div key={name} data-selectable>
          {say('{part}: {fault}', { part: say(partWords[name]), fault: faults[0] ?? '' })}
        </div>
      ))}
      {results.changed.length > 0 && (
        <div data-selectable>{say('Changed by others: {names}', { names: inARow(results.changed.slice(0, 20)) })}</div>
      )}
      {results.missing.length > 0 && (
        <div data-selectable>{say('Can’t be read: {names}', { names: inARow(results.missing.slice(0, 20)) })}</div>
      )}
    </Banner>
  )
}

function RequestTable({ requests }: { readonly requests: readonly RequestEntry[] }) {
  return (
    <ScrollArea label={say('Requests')} className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{say('Time')}</th>
            <th scope="col">{say('Request')}</th>
            <th scope="col">{say('Answer')}</th>
            <th scope="col">{say('Took')}</th>
            <th scope="col">{say('Sent')}</th>
            <th scope="col">{say('Received')}</th>
            <th scope="col">{say('Request id')}</th>
          </tr>
        </thead>
        <tbody>
          {requests.map((entry, place) => (
            <tr key={`${entry.at} ${entry.path} ${requests.length - place}`}>
              <td className="num">{exactClockWords(entry.at)}</td>
              <td className={styles.path} data-selectable title={entry.origin}>
                <bdi dir="ltr">
                  {entry.method} {entry.path}
                </bdi>
              </td>
              <td className="num">{entry.status ?? entry.code}</td>
              <td className="num">{say('{time, number} ms', { time: entry.durationInMs })}</td>
              <td className="num">{entry.sentBytes === null ? '' : byteWords(entry.sentBytes)}</td>
              <td className="num">{byteWords(entry.receivedBytes)}</td>
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
