-- Links between pages of the guide: x.md#part becomes x.html#part; a line at the top
-- of each page leads to the index of its part and to that of the whole.
function Link(link)
  if not link.target:match("^%a+:") then
    link.target = link.target:gsub("%.md$", ".html"):gsub("%.md#", ".html#")
  end
  return link
end

function Pandoc(doc)
  local page = PANDOC_STATE.input_files[1]
  local folder = page:match("^(.*)/")
  if not folder then return doc end
  local line = { pandoc.Link("GALPHA", "../index.html"), pandoc.Str(" / ") }
  local first = { benchmark = "benchmark.html", standin = "from_ida.html" }
  table.insert(line, pandoc.Link(folder, first[folder] or "index.html"))
  table.insert(doc.blocks, 1, pandoc.Para(line))
  return doc
end
