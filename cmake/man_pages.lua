-- Man pages from a page of the reference: each entry "### NAME, NAME" becomes NAME.3 in
-- the folder of the metadata field mandir, further names lead to it; a page without
-- entries becomes the page named by the field name, in section 7. The output itself is a
-- list of the files.
local written = {}

local function man(blocks)
  return pandoc.write(pandoc.Pandoc(blocks), "man") .. "\n"
end

local function plain(blocks)
  local text = pandoc.write(pandoc.Pandoc(blocks), "plain",
    pandoc.WriterOptions { wrap_text = "none" })
  return (text:gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""))
end

local function write(name, section, text)
  local file = assert(io.open(name .. "." .. section, "w"))
  file:write(text)
  file:close()
  table.insert(written, name .. "." .. section)
end

-- Links lead nowhere on paper.
local function without_links(blocks)
  return pandoc.Div(blocks):walk { Link = function(link) return link.content end }
    .content
end

-- "Must-call, beginner. What it does. More": what it does.
local function summary(block)
  local text = plain { block }:gsub("^[%a-]+, %a+%. ", "")
  return (text:match("^(.-)%.%s") or text:gsub("%.$", ""))
end

local function page(name, section, version, about, blocks)
  return table.concat {
    ('.TH "%s" "%s" "" "GALPHA %s" "GALPHA"\n'):format(name, section, version),
    about, man(blocks),
    '.SH SEE ALSO\n', section == "3" and '.BR galpha (7)' or '.BR GALPHASolve (3)', '\n' }
end

local function entry(dir, version, names, blocks)
  local first, code = names[1], nil
  local about, rest = "", {}
  for _, block in ipairs(blocks) do
    if not code and block.t == "CodeBlock" then
      code = block
    else
      if about == "" and block.t == "Para" then about = summary(block) end
      table.insert(rest, block)
    end
  end
  local head = ".SH NAME\n" .. table.concat(names, ", ") .. " \\- " .. about ..
    "\n.SH SYNOPSIS\n"
  if code then
    code.text = "#include <galpha/galpha.h>\n\n" .. code.text
    head = head .. man { code }
  end
  write(dir .. "/" .. first, "3", page(first, "3", version,
    head .. ".SH DESCRIPTION\n", rest))
  for i = 2, #names do
    write(dir .. "/" .. names[i], "3", ".so man3/" .. first .. ".3\n")
  end
end

function Pandoc(doc)
  local function field(name) return pandoc.utils.stringify(doc.meta[name]) end
  local dir, version = field("mandir"), field("version")
  local blocks = without_links(doc.blocks)
  if doc.meta.name then
    -- Without its title and the tables, which list what `apropos galpha` does.
    table.remove(blocks, 1)
    blocks = blocks:filter(function(block) return block.t ~= "Table" end)
    local about = ".SH NAME\n" .. field("name") .. " \\- " ..
      pandoc.utils.stringify(doc.meta.about) .. "\n.SH DESCRIPTION\n"
    write(dir .. "/" .. field("name"), "7",
      page(field("name"), "7", version, about, blocks))
  else
    local names, part
    local function finish()
      if names then entry(dir, version, names, part) end
      names = nil
    end
    for _, block in ipairs(blocks) do
      if block.t == "Header" then
        finish()
        if block.level == 3 then
          names, part = {}, {}
          for name in pandoc.utils.stringify(block):gmatch("GALPHA[%w_]+") do
            table.insert(names, name)
          end
        end
      elseif names then
        table.insert(part, block)
      end
    end
    finish()
  end
  return pandoc.Pandoc { pandoc.CodeBlock(table.concat(written, "\n")) }
end
