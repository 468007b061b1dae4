import type { Settings } from '../../shared/app/settings.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { FormerFolders } from './former-folders.tsx'
import styles from './settings-view.module.css'
import { useLibraryFolderChoice } from './use-library-folder-choice.ts'

/** The library folder, with a button that chooses another one in a system dialog. */
export function LibraryFolderPanel({ settings }: { readonly settings: Settings }) {
  const sayFailure = useFailureToast()
  const { isChoosing, choose } = useLibraryFolderChoice()
  return (
    <>
      <div className={styles.path} data-selectable>
        <Icon name="folder" />
        <bdi dir="ltr" className={styles.folder}>
          {settings.libraryFolder}
        </bdi>
      </div>
      <div className={styles.actions}>
        <Button busy={isChoosing && say('Choosing a folder…')} onClick={() => void choose()}>
          {say('Choose another folder')}
        </Button>
        <Button variant="quiet" onClick={() => void request('settings.showLibraryFolder').then(sayFailure)}>
          {say('Show folder')}
        </Button>
      </div>
      <FormerFolders key={settings.libraryFolder} />
    </>
  )
}
