import { say } from '../../shared/i18n/say.ts'
import { navigateBack } from '../navigation/route.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { IconButton } from '../ui/icon-button.tsx'

/** Button that returns to the previous view. */
export function BackButton() {
  return (
    <IconButton
      label={say('Back')}
      icon="chevron-left"
      shortcut={shortcutText('viewer', 'back')}
      tooltipSide="bottom"
      onClick={navigateBack}
    />
  )
}
