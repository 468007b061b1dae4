import { linkToCapability as linkTo } from '../../shared/app/deep-link.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import type { ContextMenuItem } from '../ui/context-menu.tsx'
import type { GalleryCard } from './gallery-sections.ts'
import { openCard } from './open-card.ts'

type CardMenuOptions = {
  readonly isFavourite: boolean
  /** Opens the form with an example, by the example's title. */
  readonly examples: readonly { readonly title: string; readonly open: () => void }[]
  readonly onFavourite: (capabilityId: string, isFavourite: boolean) => void
  /** Tells screen readers whether a text was copied. */
  readonly announce: (text: string) => void
}

/** Context menu items of a card. */
export function cardMenuItems(
  card: GalleryCard,
  { isFavourite, examples, onFavourite, announce }: CardMenuOptions
): readonly ContextMenuItem[] {
  const { id, title } = card.capability
  const copy = (text: string): void =>
    void request('clipboard.writeText', { text }).then(({ ok }) => announce(ok ? say('Copied') : say('Couldn’t copy')))
  return [
    { label: say('Open'), icon: 'arrow-right', onSelect: () => openCard(card) },
    {
      label: isFavourite ? say('Remove from favourites') : say('Add to favourites'),
      icon: 'star',
      onSelect: () => onFavourite(id, !isFavourite)
    },
    ...(examples.length === 0 ? [] : ['line' as const]),
    ...examples.map(({ title: example, open }) => ({
      label: say('Example: {title}', { title: example }),
      icon: 'remix' as const,
      takesFocus: true as const,
      onSelect: open
    })),
    'line',
    { label: say('Copy name'), icon: 'copy', onSelect: () => copy(title) },
    { label: say('Copy ID'), icon: 'copy', onSelect: () => copy(id) },
    ...(linkTo(id) === null ? [] : [{ label: say('Copy link'), icon: 'link' as const, onSelect: () => copy(linkTo(id) ?? '') }])
  ]
}
