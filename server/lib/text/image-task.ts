/** The first sentence of the instructions for describing a picture, by which the sandbox knows such a request. */
export const IMAGE_TASK = 'You write down what is in a picture that the owner of a business added for their team.';
