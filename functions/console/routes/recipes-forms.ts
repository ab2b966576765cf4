import * as z from 'zod/mini'
import { MAX_RECIPE_BYTES } from '../../../catalog/console/recipe-bytes.ts'
import {
  CATALOGUE_ANSWER,
  PREVIEW_ANSWER,
  RECIPE_ANSWER,
  RECIPE_CHECK_ANSWER,
  RECIPE_DELETED_ANSWER,
  RECIPE_SAVED_ANSWER,
  RECIPES_ANSWER,
} from '../../../catalog/console/recipes.ts'
import { type RouteForm, routeForm } from './route.ts'

/** The text as somebody wrote it: what is wrong with it is told with its lines. */
const text = z.string().check(z.maxLength(MAX_RECIPE_BYTES))

/** The forms of what is asked about recipes, and done to them. */
export const RECIPES = {
  list: routeForm({
    method: 'GET',
    path: '/recipes',
    role: 'viewer',
    says: 'Every recipe by name, with its steps, or why it cannot be used.',
    answer: { json: RECIPES_ANSWER },
  }),
  read: routeForm({
    method: 'GET',
    path: '/recipes/{name}',
    role: 'viewer',
    says: 'The text of a recipe, and the ETag that a change to it names.',
    answer: { json: RECIPE_ANSWER },
  }),
  check: routeForm({
    method: 'POST',
    path: '/recipes/check',
    role: 'viewer',
    says: 'Every rule that the text of a recipe breaks with its place, or what it takes and costs.',
    body: z.strictObject({ text }),
    answer: { json: RECIPE_CHECK_ANSWER },
  }),
  catalogue: routeForm({
    method: 'GET',
    path: '/catalogue',
    role: 'viewer',
    says: 'Features with the schemas of their parameters, their files, templates and prices.',
    answer: { json: CATALOGUE_ANSWER },
  }),
  save: routeForm({
    method: 'PUT',
    path: '/recipes/{name}',
    role: 'operator',
    says: 'Saves a recipe that breaks no rule: with If-Match over the one that was read, with If-None-Match: * as new.',
    changes: true,
    body: z.strictObject({ text }),
    answer: { json: RECIPE_SAVED_ANSWER },
  }),
  remove: routeForm({
    method: 'DELETE',
    path: '/recipes/{name}',
    role: 'operator',
    says: 'Deletes a recipe; jobs that have begun keep it.',
    changes: true,
    answer: { json: RECIPE_DELETED_ANSWER },
  }),
  preview: routeForm({
    method: 'POST',
    path: '/previews',
    role: 'operator',
    says: 'Keeps a recipe for a day under a name that a file can be dropped under, to see what it does.',
    changes: true,
    body: z.strictObject({ text }),
    answer: { json: PREVIEW_ANSWER },
  }),
} as const satisfies Record<string, RouteForm>
