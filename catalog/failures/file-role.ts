/**
 * The role of an input file. The effect changes the source and takes something from the reference: a product, a
 * garment, a face, a background. A mask selects a part of another file.
 */
export type FileRole = 'src' | 'ref' | 'msk' | 'srcmsk' | 'refmsk'
