import { Parser } from 'htmlparser2';
import { DocumentRefusal } from '../reading.ts';

/**
 * The maximum number of elements and texts, and how deep they may nest. Office programs write far fewer for the longest
 * text we accept.
 */
const NODES_MAX = 1_000_000;
const DEPTH_MAX = 1_000;

export type XmlElement = { name: string; attributes: Record<string, string>; children: (XmlElement | string)[] };
export const isElement = (node: XmlElement | string): node is XmlElement => typeof node !== 'string';

/**
 * Parses XML, and emits each element with one of these names as soon as it ends, nested ones within their outer
 * one. Nothing outside of them is kept, so that a long sheet is never entirely in memory. Entities aren't
 * expanded.
 */
export function parseElements(
  xml: string,
  names: readonly string[],
  onElement: (element: XmlElement) => void,
  onStart?: (name: string, attributes: Record<string, string>) => void,
): void {
  const open: XmlElement[] = [];
  let [nodes, depth] = [0, 0];
  const count = () => {
    nodes += 1;
    if (nodes > NODES_MAX) throw new DocumentRefusal('too_complex');
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > DEPTH_MAX) throw new DocumentRefusal('too_complex');
        onStart?.(name, attributes);
        const parent = open.at(-1);
        if (!parent && !names.includes(name)) return;
        count();
        const element = { name, attributes, children: [] };
        parent?.children.push(element);
        open.push(element);
      },
      ontext: (text) => {
        const children = open.at(-1)?.children;
        if (!children) return;
        const last = children.at(-1);
        if (typeof last === 'string') children[children.length - 1] = last + text;
        else {
          count();
          children.push(text);
        }
      },
      onclosetag: () => {
        depth -= 1;
        const element = open.pop();
        if (element && open.length === 0) onElement(element);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
}

export const attributeOf = ({ attributes }: XmlElement, name: string): string => attributes[name] ?? '';
