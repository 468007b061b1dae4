import { say } from '../../shared/i18n/say.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { IconButton } from '../ui/icon-button.tsx'

export function BackButton({ onBack }: { readonly onBack: () => void }) {
  return (
    <IconButton label={say('Back')} icon="chevron-left" shortcut={shortcutText('viewer', 'back')} tooltipSide="bottom" onClick={onBack} />
  )
}
