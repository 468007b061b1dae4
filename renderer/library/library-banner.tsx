import { useEffect, useRef, useState } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { useStorageState } from '../bridge/use-session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import styles from './library-view.module.css'
import { LibraryReportDialog } from './library-report-dialog.tsx'
import { libraryReportTitle } from './file-problem-groups.ts'
import { checkLibraryFiles, setReportOpen, useIsReportOpen, useLibraryReport } from './use-library-report.ts'

/** Reports a missing library folder, else problems with the library's files. Stays visible while the problem exists. */
export function LibraryBanner() {
  const report = useLibraryReport()
  const isOpen = useIsReportOpen()
  const [isChecking, setIsChecking] = useState(false)
  const sayFailure = useFailureToast()
  const title = report === null ? null : libraryReportTitle(report)
  const storage = useStorageState()
  const isSaidAbove = storage?.library === 'missing'

  // Checks the files when the library folder is available again.
  const wasSaidAbove = useRef(isSaidAbove)
  useEffect(() => {
    if (wasSaidAbove.current && !isSaidAbove) void checkLibraryFiles()
    wasSaidAbove.current = isSaidAbove
  }, [isSaidAbove])

  async function check(): Promise<void> {
    setIsChecking(true)
    sayFailure(await checkLibraryFiles())
    setIsChecking(false)
  }
  async function chooseFolder(): Promise<void> {
    const outcome = await request('settings.chooseLibraryFolder')
    if (outcome.ok) await check()
    else sayFailure(outcome)
  }
  return (
    <>
      {report !== null && storage !== null && !report.isFolderThere && !isSaidAbove && (
        <div className={styles.banner}>
          <Banner
            tone="held"
            icon="folder"
            title={say('The library folder can’t be found')}
            actions={
              <>
                <Button size="small" onClick={() => void chooseFolder()}>
                  {say('Choose a folder…')}
                </Button>
                <Button size="small" variant="quiet" busy={isChecking && say('Checking…')} onClick={() => void check()}>
                  {say('Check again')}
                </Button>
              </>
            }
          >
            {say('{folder} may be on a drive that isn’t connected. Nothing is lost. New results wait until the folder is available.', {
              folder: storage.libraryFolder
            })}
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
              <Button size="small" onClick={() => setReportOpen(true)}>
                {say('Fix…')}
              </Button>
            }
          >
            {say('Kiln still has the prompts and settings. Downloading a file again is free while the service still has it.')}
          </Banner>
        </div>
      )}
      {isOpen && report !== null && <LibraryReportDialog report={report} onClose={() => setReportOpen(false)} />}
    </>
  )
}
