import { useEffect, useRef, useState } from 'react'
import { say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { useStorage } from '../bridge/use-session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import styles from './library-view.module.css'
import { ReportDialog } from './report-dialog.tsx'
import { reportTitle } from './report-parts.ts'
import { lookAtFiles, showReport, useIsReportOpen, useLibraryReport } from './use-library-report.ts'

/** What is not as it was left: the folder is away, or files are. One at a time, the worse first; it stays while it is true. */
export function LibraryBanner() {
  const report = useLibraryReport()
  const isOpen = useIsReportOpen()
  const [isLooking, setIsLooking] = useState(false)
  const sayFailure = useFailureToast()
  const title = report === null ? null : reportTitle(report)
  const isSaidAbove = useStorage()?.library === 'missing'

  // The drive is back: the files are looked at as well.
  const wasSaidAbove = useRef(isSaidAbove)
  useEffect(() => {
    if (wasSaidAbove.current && !isSaidAbove) void lookAtFiles()
    wasSaidAbove.current = isSaidAbove
  }, [isSaidAbove])

  async function look(): Promise<void> {
    setIsLooking(true)
    sayFailure(await lookAtFiles())
    setIsLooking(false)
  }
  async function chooseFolder(): Promise<void> {
    const outcome = await request('settings.chooseLibraryFolder')
    if (outcome.ok) await look()
    else sayFailure(outcome)
  }
  return (
    <>
      {report !== null && !report.isFolderThere && !isSaidAbove && (
        <div className={styles.banner}>
          <Banner
            tone="held"
            icon="folder"
            title={say('The library folder is not there')}
            actions={
              <>
                <Button size="small" onClick={() => void chooseFolder()}>
                  {say('Choose a folder…')}
                </Button>
                <Button size="small" look="quiet" busy={isLooking && say('Looking')} onClick={() => void look()}>
                  {say('Look again')}
                </Button>
              </>
            }
          >
            {say(
              '{folder} may be on a drive that is not connected. Nothing is lost by that; what comes meanwhile waits until there is a place for it.',
              { folder: report.folder }
            )}
          </Banner>
        </div>
      )}
      {report !== null && report.isFolderThere && title !== null && (
        <div className={styles.banner}>
          <Banner
            tone="unknown"
            icon="image-off"
            title={title}
            actions={
              <Button size="small" onClick={() => showReport(true)}>
                {say('Mend…')}
              </Button>
            }
          >
            {say('How they were made is known still. To fetch a file again costs nothing, as long as the service has it.')}
          </Banner>
        </div>
      )}
      {isOpen && report !== null && <ReportDialog report={report} onClose={() => showReport(false)} />}
    </>
  )
}
