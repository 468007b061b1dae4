import { IconButton } from '../ui/icon-button.tsx'

export function BackButton({ onBack }: { readonly onBack: () => void }) {
  return <IconButton label="Back" icon="chevron-left" shortcut="Esc" tooltipSide="bottom" onClick={onBack} />
}
