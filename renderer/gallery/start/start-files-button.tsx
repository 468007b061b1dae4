import { say } from '../../../shared/i18n/say.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useStartFilesPaste } from './use-start-files.ts'

/** Opens the file dialog. Also accepts files pasted in the gallery. Files dropped on the window are handled by the app. */
export function StartFilesButton() {
  const toast = useToast()
  useStartFilesPaste()
  return (
    <Tooltip label={say('Drop, paste or choose files to find capabilities.')} side="bottom">
      <Button
        variant="quiet"
        size="small"
        icon="upload"
        onClick={() => void import('./start-from-files.ts').then(({ browseStartFiles }) => browseStartFiles(toast))}
      >
        {say('Start from a file')}
      </Button>
    </Tooltip>
  )
}
