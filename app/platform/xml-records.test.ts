import { describe, expect, it } from "vitest";
import { childrenOf, childText, xmlRecords } from "./xml-records.server";

const recordsOf = (xml: string) => [...xmlRecords(xml, "r")];

describe("xmlRecords", () => {
  it("yields each record with its fields and the attributes around it", () => {
    const xml = `<data><table name="a"><r><x>1</x><x>2</x></r></table><table name="b"><r>3</r></table></data>`;
    const [first, second] = recordsOf(xml);
    expect(first?.parent).toEqual({ name: "a" });
    expect(first && childrenOf(first, "x").map(({ text }) => text)).toEqual(["1", "2"]);
    expect([second?.parent, second?.text]).toEqual([{ name: "b" }, "3"]);
  });

  it("joins text, references and CDATA, also across chunks", () => {
    const long = "é".repeat(70_000);
    const [record] = recordsOf(`<d><r><x>a &amp; &#8212; <![CDATA[<b>${long}</b> & c]]></x></r></d>`);
    expect(record && childText(record, "x")).toBe(`a & — <b>${long}</b> & c`);
  });

  it("expands no entity that the file declares", () => {
    const laughs = `<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`;
    const [record] = recordsOf(`<?xml version="1.0"?>${laughs}<d><r>&b;&c;</r></d>`);
    expect(record?.text).toBe("&b;&c;");
  });

  it("keeps the text of elements that are nested too deeply", () => {
    const [record] = recordsOf(`<r>${"<x>".repeat(3_000)}deep${"</x>".repeat(3_000)}<y>after</y></r>`);
    expect(record && childText(record, "y")).toBe("after");
    expect(JSON.stringify(record)).toContain("deep");
  });

  it("yields a record that the file cuts off", () => {
    expect(recordsOf("<d><r><x>half").map((record) => childText(record, "x"))).toEqual(["half"]);
  });
});
