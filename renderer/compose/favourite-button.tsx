import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { useSettings } from '../bridge/use-session.ts'
import { IconButton } from '../ui/icon-button.tsx'

/** Adds a capability to the favourites, or removes it. */
export function FavouriteButton({ capabilityId }: { readonly capabilityId: string }) {
  const settings = useSettings()
  if (settings === null) return null
  const isFavourite = settings.favourites.includes(capabilityId)
  const favourites = isFavourite ? settings.favourites.filter((id) => id !== capabilityId) : [...settings.favourites, capabilityId]
  return (
    <IconButton
      label={isFavourite ? say('Remove from favourites') : say('Add to favourites')}
      icon="star"
      filled={isFavourite}
      tooltipSide="bottom"
      onClick={() => void request('settings.change', { favourites })}
    />
  )
}
