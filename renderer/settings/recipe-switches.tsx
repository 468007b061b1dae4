import type { RecipeSettings } from '../../shared/app/settings.ts'
import { say } from '../../shared/i18n/say.ts'
import { Switch } from '../ui/switch.tsx'
import styles from './settings-view.module.css'
import { useChangeSettings } from './use-change-settings.ts'

/** Switches for where recipes are saved: in separate files, in the images, or both. */
export function RecipeSwitches({ recipes }: { readonly recipes: RecipeSettings }) {
  const change = useChangeSettings()
  return (
    <div className={styles.switches}>
      <Switch
        label={say('Save recipes as separate files')}
        help={
          recipes.beside
            ? say(
                'Adds a small .json file with the recipe, rating and tags next to each result. Kiln can rebuild the library from these files.'
              )
            : say('Ratings, tags and collections are now only in Kiln’s index. If it’s lost, so are they. Existing .json files stay.')
        }
        checked={recipes.beside}
        onChange={(beside) => void change({ recipes: { ...recipes, beside } })}
      />
      <Switch
        label={say('Embed in images')}
        help={say(
          'Works with PNG, JPEG and WebP. Other apps can read the recipe. Sharing an image also shares its prompt. Applies to new results.'
        )}
        checked={recipes.inside}
        onChange={(inside) => void change({ recipes: { ...recipes, inside } })}
      />
    </div>
  )
}
