import type { RecipeKeeping } from '../../shared/settings.ts'
import { say } from '../../shared/words/say.ts'
import { Switch } from '../ui/switch.tsx'
import styles from './settings-view.module.css'
import { useChangeSettings } from './use-change-settings.ts'

/** Where it is kept how a result was made. */
export function RecipeSwitches({ recipes }: { readonly recipes: RecipeKeeping }) {
  const change = useChangeSettings()
  return (
    <div className={styles.switches}>
      <Switch
        label={say('Beside the file')}
        help={
          recipes.beside
            ? say('A small .json file next to each result, with its stars and tags too. From these files the library can be rebuilt.')
            : say('Stars, tags and collections are now in Kiln’s index alone, and go with it. The .json files that are there stay.')
        }
        checked={recipes.beside}
        onChange={(beside) => void change({ recipes: { ...recipes, beside } })}
      />
      <Switch
        label={say('Inside the file')}
        help={say(
          'In PNG, JPEG and WebP, where other programs can read it. Whoever gets the picture gets the prompt. Applies to what is made from now on.'
        )}
        checked={recipes.inside}
        onChange={(inside) => void change({ recipes: { ...recipes, inside } })}
      />
    </div>
  )
}
