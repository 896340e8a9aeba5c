import { createContext, type RefObject } from 'react';

/** The heading of the card around an element: it takes the focus when the focused element is gone. */
export const CardHeading = createContext<RefObject<HTMLHeadingElement | null> | null>(null);
