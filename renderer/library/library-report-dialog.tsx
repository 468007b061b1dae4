import { useEffect, useState } from 'react'
import type { LibraryRepair, LibraryReport } from '../../shared/library/library.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { say } from '../../shared/i18n/say.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog.tsx'
import { formatCount } from '../ui/format.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import styles from './library-report-dialog.module.css'
import type { FileProblemGroup } from './file-problem-groups.ts'
import { fileProblemGroups } from './file-problem-groups.ts'
import { checkLibraryFiles, repairLibraryFiles, rebuildLibrary } from './use-library-report.ts'

/** Results of a file check, with fixes for each problem. */
export function LibraryReportDialog({ report, onClose }: { readonly report: LibraryReport; readonly onClose: () => void }) {
  const [busy, setBusy] = useState<string | null>('look')
  /** True if the files were checked since the dialog opened. Before that, the report may be outdated. */
  const [isChecked, setIsChecked] = useState(false)
  const sayFailure = useFailureToast()
  const announce = useAnnounce()
  const parts = fileProblemGroups(report)
  // A single group already says everything, so the summary above it is hidden.
  const isSaidBelow = parts.length === 1 && report.found.length + report.importedCount + report.unwritten === 0

  async function run(what: string, work: () => ReturnType<typeof checkLibraryFiles>): Promise<void> {
    setBusy(what)
    const outcome = await work()
    setBusy(null)
    sayFailure(outcome)
    if (outcome.ok) announce(joinSentences(...outcome.value.words))
  }
  useEffect(() => {
    let isOpen = true
    void checkLibraryFiles().then((outcome) => {
      if (!isOpen) return
      setBusy((now) => (now === 'look' ? null : now))
      setIsChecked(true)
      sayFailure(outcome)
      if (outcome.ok) announce(joinSentences(...outcome.value.words))
    })
    return () => {
      isOpen = false
    }
  }, [sayFailure, announce])
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('Library files')}
      width="wide"
      actions={
        <>
          <Button variant="quiet" busy={busy === 'rebuild' && say('Rebuilding…')} onClick={() => void run('rebuild', rebuildLibrary)}>
            {say('Rebuild from files')}
          </Button>
          <Button icon="refresh" busy={busy === 'look' && say('Checking…')} onClick={() => void run('look', checkLibraryFiles)}>
            {say('Check files again')}
          </Button>
        </>
      }
    >
      {!isChecked && <p>{say('Checking the files…')}</p>}
      {isChecked && !isSaidBelow && (
        <ul className={styles.words}>
          {report.words.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {parts.map((part) => (
        <Part key={part.kind} part={part} busy={busy} onRepair={(what, choices) => void run(what, () => repairLibraryFiles(choices))} />
      ))}
    </Dialog>
  )
}

/** Maximum number of rows to show. The button for all files also repairs the files that aren't shown. */
const maxRows = 50

function Part({
  part: { kind, title, description, lines, allWords },
  busy,
  onRepair
}: {
  readonly part: FileProblemGroup
  readonly busy: string | null
  readonly onRepair: (what: string, choices: readonly LibraryRepair[]) => void
}) {
  const firstRepair = lines[0]?.choices[0]?.repair
  return (
    <section aria-labelledby={`report-${kind}`}>
      <div className={styles.head}>
        <h3 id={`report-${kind}`} className="strong">
          {title}
        </h3>
        <span className="ink-3 num">{formatCount(lines.length)}</span>
        <span className="grow" />
        {allWords !== null && lines.length > 1 && (
          <Button
            size="small"
            busy={busy === kind && firstRepair !== undefined && busyText(firstRepair)}
            onClick={() =>
              onRepair(
                kind,
                lines.flatMap(({ choices }) => choices[0]?.repair ?? [])
              )
            }
          >
            {allWords}
          </Button>
        )}
      </div>
      <p className="small ink-2">{description}</p>
      <ul className={styles.lines}>
        {lines.slice(0, maxRows).map((line) => (
          <li key={line.id} className={styles.line}>
            <span dir="auto" data-selectable className={classNames('cut', styles.name)} title={line.name}>
              {line.name}
            </span>
            {line.choices.map((choice, place) => (
              <Button
                key={choice.words}
                size="small"
                variant={place === 0 ? 'plain' : 'quiet'}
                aria-label={`${choice.words}: ${line.name}`}
                busy={busy === `${line.id} ${choice.words}` && busyText(choice.repair)}
                onClick={() => onRepair(`${line.id} ${choice.words}`, [choice.repair])}
              >
                {choice.words}
              </Button>
            ))}
          </li>
        ))}
      </ul>
      {lines.length > maxRows && <p className="small ink-3">{say('and {count, number} more', { count: lines.length - maxRows })}</p>}
    </section>
  )
}

function busyText({ how }: LibraryRepair): string {
  switch (how) {
    case 'fetch-again':
      return say('Downloading…')
    case 'forget':
      return say('Removing…')
    case 'take-as-new':
      return say('Saving…')
    case 'adopt':
      return say('Importing…')
    case 'write-recipe':
      return say('Rewriting…')
    default:
      return assertNever(how)
  }
}
